//! three.js and GPU.js in a headless Chromium: a process of its own, to which this one gives the data and which
//! sends back its times and its results.

use crate::race::{Finish, Outcome, PageTask, Side, Times, judge};
use serde::Deserialize;
use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

/// The time that the page may take for a problem.
const PATIENCE: Duration = Duration::from_secs(90);

pub struct Page {
    chromium: &'static str,
    folder: PathBuf,
    /// Chromium's version, and what it draws with once it has.
    pub name: String,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Report {
    Done { renderer: String, ways: Vec<PageWay> },
    Failed { error: String },
}

/// Milliseconds of a way.
#[derive(Deserialize)]
struct PageWay {
    name: String,
    first: f64,
    times: Vec<f64>,
}

/// A message that the page has sent.
enum Message {
    Result(String, Vec<f64>),
    Done(Report),
}

impl Page {
    pub fn find() -> Result<Page, String> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("page");
        if !folder.join("node_modules/three").is_dir() || !folder.join("node_modules/gpu.js").is_dir() {
            return Err("three.js is not there: npm install in benches/peers/page".to_string());
        }
        for chromium in ["chromium", "chromium-browser", "google-chrome"] {
            if let Ok(output) = Command::new(chromium).arg("--version").stderr(Stdio::null()).output() {
                let version = String::from_utf8_lossy(&output.stdout).trim().to_string();
                return Ok(Page { chromium, folder, name: version });
            }
        }
        Err("no Chromium".to_string())
    }

    /// A problem on the page; what it cannot solve is a finish with the reason.
    pub fn run(&mut self, task: &PageTask, truth: &[f64], allowed: f64) -> Vec<Finish> {
        self.measured(task, truth, allowed)
            .unwrap_or_else(|error| vec![missing(&error.to_string())])
    }

    fn measured(&mut self, task: &PageTask, truth: &[f64], allowed: f64) -> Outcome<Vec<Finish>> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let port = listener.local_addr()?.port();
        let (sender, messages) = channel();
        let inputs = task
            .inputs
            .iter()
            .map(|(name, data)| (name.to_string(), bytemuck::cast_slice(data).to_vec()));
        let server = Arc::new(Server { folder: self.folder.clone(), inputs: inputs.collect() });
        // The thread ends with the program: it waits for a connection that nobody makes.
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (server, sender) = (server.clone(), sender.clone());
                // A connection that fails is one that the page closed.
                std::thread::spawn(move || server.answer(stream, &sender).is_ok());
            }
        });

        let profile = std::env::temp_dir().join(format!("gristmill-peers-{}", std::process::id()));
        let mut browser = Command::new(self.chromium)
            .args(["--headless=new", "--no-sandbox", "--ignore-gpu-blocklist", "--enable-unsafe-swiftshader"])
            .args(["--use-gl=angle", "--use-angle=gl-egl", "--disable-extensions", "--no-first-run"])
            .arg(format!("--user-data-dir={}", profile.display()))
            .arg(format!("http://127.0.0.1:{port}/page.html?problem={}", task.problem))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        let mut results = HashMap::new();
        let report = loop {
            match messages.recv_timeout(PATIENCE) {
                Ok(Message::Result(name, numbers)) => {
                    results.insert(name, numbers);
                }
                Ok(Message::Done(report)) => break Ok(report),
                Err(_) => break Err(format!("the page says nothing for {} s", PATIENCE.as_secs())),
            }
        };
        browser.kill()?;
        browser.wait()?;
        // Files that Chromium still writes there go with the system's temporary files.
        let _ = std::fs::remove_dir_all(&profile);

        let (renderer, ways) = match report? {
            Report::Done { renderer, ways } => (renderer, ways),
            Report::Failed { error } => return Err(error.into()),
        };
        if !self.name.contains(&renderer) {
            self.name = format!("{}, {renderer}", self.name);
        }
        let judged = |way: PageWay| {
            let result = results.get(&way.name).ok_or("no result")?;
            judge(result, truth, allowed)?;
            let times = way.times.into_iter().map(milliseconds).collect();
            Ok(Times::new(milliseconds(way.first), times))
        };
        let finish = |way: PageWay| Finish {
            name: way.name.clone(),
            side: Side::Peer,
            times: judged(way).map_err(|error: Box<dyn std::error::Error>| error.to_string()),
        };
        Ok(ways.into_iter().map(finish).collect())
    }
}

/// The line of a page that is not there.
pub fn missing(reason: &str) -> Finish {
    Finish { name: "three.js and GPU.js".to_string(), side: Side::Peer, times: Err(reason.to_string()) }
}

fn milliseconds(count: f64) -> Duration {
    Duration::from_secs_f64(count.max(0.0) / 1e3)
}

struct Server {
    folder: PathBuf,
    inputs: HashMap<String, Vec<u8>>,
}

impl Server {
    /// One request of HTTP.
    fn answer(&self, stream: TcpStream, sender: &Sender<Message>) -> Outcome {
        let mut reader = BufReader::new(stream);
        let mut line = String::new();
        reader.read_line(&mut line)?;
        let mut words = line.split_whitespace();
        let (Some(method), Some(path)) = (words.next(), words.next()) else { return Ok(()) };
        let (method, path) = (method.to_string(), path.split('?').next().unwrap_or_default().to_string());
        let mut length = 0;
        loop {
            line.clear();
            reader.read_line(&mut line)?;
            match line.trim().split_once(':') {
                None => break,
                Some((name, value)) if name.eq_ignore_ascii_case("content-length") => length = value.trim().parse()?,
                Some(_) => {}
            }
        }
        let mut body = vec![0; length];
        reader.read_exact(&mut body)?;

        let found = match (method.as_str(), path.strip_prefix("/result/"), path.strip_prefix("/input/")) {
            ("POST", Some(name), _) => {
                let numbers = bytemuck::pod_collect_to_vec::<u8, f32>(&body);
                let name = name.replace("%2C", ",").replace("%20", " ");
                sender.send(Message::Result(name, numbers.into_iter().map(f64::from).collect()))?;
                Some(Vec::new())
            }
            ("POST", ..) => {
                sender.send(Message::Done(serde_json::from_slice(&body)?))?;
                Some(Vec::new())
            }
            (_, _, Some(name)) => self.inputs.get(name).cloned(),
            _ if path.contains("..") => None,
            _ => std::fs::read(self.folder.join(path.trim_start_matches('/'))).ok(),
        };
        let kind = match Path::new(&path).extension().and_then(|ending| ending.to_str()) {
            Some("html") => "text/html",
            Some("js") => "text/javascript",
            _ => "application/octet-stream",
        };
        let status = if found.is_some() { "200 OK" } else { "404 Not Found" };
        let content = found.unwrap_or_default();
        let mut stream = reader.into_inner();
        // A page that no other one can look into has a clock of microseconds.
        write!(
            stream,
            "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\
             Cross-Origin-Opener-Policy: same-origin\r\nCross-Origin-Embedder-Policy: require-corp\r\n\r\n",
            content.len()
        )?;
        Ok(stream.write_all(&content)?)
    }
}
