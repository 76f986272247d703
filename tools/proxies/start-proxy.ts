import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../build/bundle.ts";
import { eventually } from "../../test/support/eventually.ts";

/** The host name that clients use for the gateway in this test. */
export const HOST = "gw.example.com";

/** A TLS proxy in front of the gateway. */
export interface Proxy {
  port: number;
  stop(): Promise<void>;
}

/** Creates a certificate for the host name in a folder, signed by a certificate authority of its own. */
export function makeCertificate(folder: string): { ca: Buffer; certFile: string; keyFile: string; caFile: string } {
  const at = (name: string) => join(folder, name);
  const openssl = (...args: string[]) => execFileSync("openssl", args, { cwd: folder, stdio: "ignore" });
  openssl(
    ..."req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout ca.key -out ca.pem -days 30 -subj /CN=Own".split(
      " ",
    ),
  );
  openssl(
    ..."req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout key.pem -out csr.pem -subj".split(" "),
    `/CN=${HOST}`,
  );
  writeFileSync(at("names"), `subjectAltName=DNS:${HOST}`);
  openssl(
    ..."x509 -req -in csr.pem -CA ca.pem -CAkey ca.key -CAcreateserial -out cert.pem -days 30 -extfile names".split(
      " ",
    ),
  );
  return { ca: readFileSync(at("ca.pem")), certFile: at("cert.pem"), keyFile: at("key.pem"), caFile: at("ca.pem") };
}

interface Given {
  /** The path of the proxy's executable. */
  program: string;
  folder: string;
  port: number;
  gateway: string;
  certFile: string;
  keyFile: string;
}

/** Starts nginx with the configuration in deploy/one-machine, replacing only names, ports and files. */
export async function startNginx({ program, folder, port, gateway, certFile, keyFile }: Given): Promise<Proxy> {
  const [map = "", , tls = ""] = readFileSync(join(ROOT, "deploy/one-machine/nginx.conf"), "utf8").split(
    /^(?=server \{)/m,
  );
  const server = tls
    .replaceAll(/listen (\[::\]:)?443 ssl;/g, (_, six) => (six ? "" : `listen 127.0.0.1:${port} ssl;`))
    .replace(/ssl_certificate .*;/, `ssl_certificate ${certFile};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${keyFile};`)
    .replace("http://127.0.0.1:8080", gateway);
  mkdirSync(join(folder, "nginx"), { recursive: true });
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path nginx/${name};`,
  );
  const config = `daemon off; pid nginx/pid; error_log nginx/error.log; worker_processes 1;
events { worker_connections 512; }
http { access_log off; ${temporary.join(" ")}
${map}
${server}
}`;
  writeFileSync(join(folder, "nginx.conf"), config);
  return running(
    spawn(program, ["-p", folder, "-c", "nginx.conf", "-e", "nginx/error.log"], { stdio: "inherit" }),
    port,
  );
}

/** Starts Caddy with the configuration in deploy/one-machine and a certificate of our own. */
export async function startCaddy({ program, folder, port, gateway, certFile, keyFile }: Given): Promise<Proxy> {
  const own = readFileSync(join(ROOT, "deploy/one-machine/Caddyfile"), "utf8")
    .replace("{$DOMAIN} {", `https://${HOST}:${port} {\n\tbind 127.0.0.1\n\ttls ${certFile} ${keyFile}`)
    .replace("{$GATEWAY:127.0.0.1:8080}", new URL(gateway).host);
  const file = join(folder, "Caddyfile");
  writeFileSync(file, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${own}`);
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawn(program, ["run", "--config", file, "--adapter", "caddyfile"], {
    env,
    stdio: ["ignore", "ignore", "ignore"],
  });
  return running(child, port);
}

async function running(child: ChildProcess, port: number): Promise<Proxy> {
  await eventually("the proxy to listen", async () => {
    if (child.exitCode !== null) throw new Error(`The proxy ended with ${child.exitCode}.`);
    return isListening(port);
  });
  return {
    port,
    stop: () =>
      new Promise((resolve) => {
        child.once("exit", () => resolve());
        child.kill("SIGTERM");
      }),
  };
}

async function isListening(port: number): Promise<boolean> {
  const { connect } = await import("node:net");
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });
}
