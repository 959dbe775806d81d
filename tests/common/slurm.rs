//! A Slurm cluster on this machine: `munged`, `slurmctld`, and two `slurmd`, as the current user.

use std::{
    env,
    ffi::OsString,
    fs::{self, File},
    net::TcpListener,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};
use tempfile::TempDir;

/// Names of the nodes.
pub const NODES: [&str; 2] = ["one", "two"];

/// Interval of all polling.
const TICK: Duration = Duration::from_millis(20);
/// Time until the nodes must be idle.
const START: Duration = Duration::from_secs(90);

/// Servers of a cluster; they end with it.
pub struct Cluster {
    directory: TempDir,
    /// `munged` and `slurmctld`.
    servers: Vec<Child>,
    /// Server of each node.
    nodes: Vec<Child>,
}

/// Waits for a condition with a time limit; returns whether it was met.
pub fn until(limit: Duration, mut met: impl FnMut() -> bool) -> bool {
    let start = Instant::now();
    while start.elapsed() < limit {
        if met() {
            return true;
        }
        thread::sleep(TICK);
    }
    false
}

/// Search path of this program with that of servers, which not every user has.
pub fn path() -> OsString {
    let own = super::path();
    let servers = ["/usr/sbin", "/usr/local/sbin"].map(PathBuf::from);
    env::join_paths(env::split_paths(&own).chain(servers)).expect("a search path")
}

/// Whether Slurm is installed on this machine.
pub fn is_installed() -> bool {
    let programs = ["munged", "slurmctld", "slurmd", "sbatch", "squeue", "scancel", "sinfo"];
    let paths: Vec<PathBuf> = env::split_paths(&path()).collect();
    programs.iter().all(|program| paths.iter().any(|path| path.join(program).is_file()))
}

fn free_ports<const N: usize>() -> [u16; N] {
    // All are open at the same time, and thus different.
    let listeners = [(); N].map(|()| TcpListener::bind("127.0.0.1:0").expect("a free port"));
    listeners.map(|listener| listener.local_addr().expect("address").port())
}

impl Cluster {
    /// Starts the servers, and waits until both nodes are idle.
    pub fn start() -> Self {
        let directory = tempfile::tempdir().expect("directory");
        let at = directory.path();
        // Clients of munged must be able to reach its socket.
        fs::set_permissions(at, fs::Permissions::from_mode(0o755)).expect("permissions");
        fs::create_dir(at.join("state")).expect("directory");
        let key = at.join("munge.key");
        let (first, second) = ([7; 32], std::process::id().to_le_bytes());
        fs::write(&key, [&first[..], &second[..]].concat()).expect("file");
        fs::set_permissions(&key, fs::Permissions::from_mode(0o600)).expect("permissions");
        fs::write(at.join("slurm.conf"), configuration(at)).expect("file");
        let option = |name: &str, file: &str| format!("--{name}={}", at.join(file).display());
        let munged = start(
            at,
            "munged",
            &[
                "--foreground".into(),
                option("socket", "munge.sock"),
                option("key-file", "munge.key"),
                option("pid-file", "munge.pid"),
                option("log-file", "munge.log"),
                option("seed-file", "munge.seed"),
            ],
        );
        let mut cluster = Cluster { servers: vec![munged], nodes: Vec::new(), directory };
        let at = cluster.path().to_owned();
        let is_up = until(START, || at.join("munge.sock").exists());
        assert!(is_up, "munged does not start\n{}", cluster.logs());
        let configuration = at.join("slurm.conf").display().to_string();
        let file = ["-D".to_owned(), "-f".to_owned(), configuration];
        cluster.servers.push(start(&at, "slurmctld", &file));
        for node in NODES {
            let arguments = [&file[..], &["-N".to_owned(), node.to_owned()]].concat();
            cluster.nodes.push(start(&at, "slurmd", &arguments));
        }
        let idle = || cluster.call("sinfo", &["-h", "-t", "idle", "-o", "%D"]).trim() == "2";
        assert!(until(START, idle), "Slurm has no idle nodes\n{}", cluster.logs());
        cluster
    }

    /// Directory of the cluster; its nodes share it.
    pub fn path(&self) -> &Path {
        self.directory.path()
    }

    /// Adds the variables with which commands find this cluster.
    pub fn equip<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        command.env("PATH", path()).env("SLURM_CONF", self.path().join("slurm.conf"))
    }

    /// Returns the standard output of a command of Slurm.
    pub fn call(&self, program: &str, arguments: &[&str]) -> String {
        let mut command = Command::new(program);
        let output = self.equip(command.args(arguments)).output().expect("the command runs");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// Kills a node: its server and all processes of its tasks. Returns the number of tasks.
    pub fn kill_node(&mut self, node: usize) -> usize {
        let tasks = self.tasks(Some(NODES[node]));
        // All at once: no process reports the end of another one.
        kill([self.nodes[node].id()].iter().chain(tasks.iter().flatten()));
        let _ = self.nodes[node].wait();
        tasks.len()
    }

    /// Tasks of a node or of all nodes, each as the identifiers of the process that watches it and
    /// of its own.
    pub fn tasks(&self, node: Option<&str>) -> Vec<[u32; 2]> {
        let own = format!("SLURM_CONF={}", self.path().join("slurm.conf").display());
        let entries = fs::read_dir("/proc").expect("/proc").flatten();
        let processes = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        let is_task = |process: u32| {
            let text = fs::read(format!("/proc/{process}/environ")).unwrap_or_default();
            let has = |line: &str| text.split(|byte| *byte == 0).any(|it| it == line.as_bytes());
            let on = node.is_none_or(|node| has(&format!("SLURMD_NODENAME={node}")));
            has(&own) && on
        };
        let with_parent = |process: u32| {
            let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
            let parent = status.lines().find_map(|line| line.strip_prefix("PPid:"))?;
            let parent: u32 = parent.trim().parse().ok()?;
            let name = fs::read_to_string(format!("/proc/{parent}/comm")).ok()?;
            // Every other parent is none of Slurm's.
            (name.trim() == "slurmstepd").then_some([parent, process])
        };
        processes.filter(|process| is_task(*process)).filter_map(with_parent).collect()
    }

    /// Returns the last lines of all logs.
    pub fn logs(&self) -> String {
        const LINES: usize = 15;
        let entries = fs::read_dir(self.path()).into_iter().flatten().flatten();
        let logs = entries.map(|entry| entry.path());
        let logs = logs.filter(|path| path.extension().is_some_and(|end| end == "log"));
        let shown = logs.map(|path| {
            let text = fs::read_to_string(&path).unwrap_or_default();
            let lines: Vec<_> = text.lines().collect();
            let lines = lines[lines.len().saturating_sub(LINES)..].join("\n");
            format!("-- {}\n{lines}\n", path.display())
        });
        shown.collect()
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        for server in self.servers.iter_mut().chain(&mut self.nodes) {
            let _ = server.kill();
            let _ = server.wait();
        }
        kill(self.tasks(None).iter().flatten());
    }
}

/// Kills processes, in this order.
fn kill<'a>(processes: impl Iterator<Item = &'a u32>) {
    let processes: Vec<_> = processes.map(u32::to_string).collect();
    if !processes.is_empty() {
        let _ = Command::new("kill").arg("-9").args(&processes).stderr(Stdio::null()).status();
    }
}

/// Starts a server, with its output in a file.
fn start(at: &Path, program: &str, arguments: &[String]) -> Child {
    let name = arguments.last().filter(|_| program == "slurmd").map_or("", String::as_str);
    let log = File::create(at.join(format!("{program}{name}.out.log"))).expect("file");
    let errors = log.try_clone().expect("file");
    let mut command = Command::new(program);
    command.args(arguments).env("PATH", path()).current_dir(at).stdin(Stdio::null());
    command.stdout(log).stderr(errors).spawn().expect("the server starts")
}

/// Configuration in which a lost node is noticed within seconds, and its tasks start again soon.
fn configuration(at: &Path) -> String {
    let at = at.display();
    let host = fs::read_to_string("/proc/sys/kernel/hostname").expect("hostname");
    let host = host.trim().split('.').next().unwrap_or_default();
    let user = Command::new("id").arg("-un").output().expect("id runs");
    let user = String::from_utf8_lossy(&user.stdout);
    let user = user.trim();
    let [controller, ports @ ..]: [u16; 3] = free_ports();
    let nodes = NODES.iter().zip(ports).map(|(node, port)| {
        format!("NodeName={node} NodeHostname={host} NodeAddr=127.0.0.1 Port={port} CPUs=1\n")
    });
    format!(
        "ClusterName=tailback\n\
        SlurmctldHost={host}(127.0.0.1)\n\
        SlurmctldPort={controller}\n\
        SlurmUser={user}\n\
        SlurmdUser={user}\n\
        AuthType=auth/munge\n\
        AuthInfo=socket={at}/munge.sock,cred_expire=6\n\
        CredType=cred/munge\n\
        StateSaveLocation={at}/state\n\
        SlurmdSpoolDir={at}/spool-%n\n\
        SlurmctldPidFile={at}/slurmctld.pid\n\
        SlurmdPidFile={at}/slurmd-%n.pid\n\
        SlurmctldLogFile={at}/slurmctld.log\n\
        SlurmdLogFile={at}/slurmd-%n.log\n\
        ProctrackType=proctrack/linuxproc\n\
        TaskPlugin=task/none\n\
        SwitchType=switch/none\n\
        MpiDefault=none\n\
        JobAcctGatherType=jobacct_gather/none\n\
        AccountingStorageType=accounting_storage/none\n\
        SelectType=select/cons_tres\n\
        SelectTypeParameters=CR_CPU\n\
        SchedulerType=sched/builtin\n\
        SchedulerParameters=sched_interval=1\n\
        SlurmdParameters=config_overrides\n\
        SlurmdTimeout=5\n\
        MessageTimeout=5\n\
        TCPTimeout=2\n\
        KillWait=1\n\
        MinJobAge=10\n\
        ReturnToService=2\n\
        {nodes}\
        PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP\n",
        nodes = nodes.collect::<String>(),
    )
}
