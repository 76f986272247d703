import { createServer, type Server as NetServer, Socket } from "node:net";
import { Socks5Server } from "@pondwader/socks5-server";
import { Server as HttpProxy } from "proxy-chain";

export const USER = "customer-seven";
export const PASSWORD = "s3cret-word";

/** A real proxy on loopback that requires a user name and password. */
export interface RealProxy {
  port: number;
  /** Returns the proxy's URL, with the correct login unless `password` is set. */
  url(password?: string): string;
  /** `host:port` for each connection that the proxy made. */
  log: string[];
  /** Closes the proxy's connections and stops listening. */
  stop(): Promise<void>;
  /** Listens on the same port again. */
  startAgain(): Promise<void>;
}

const login = (password: string) => `${USER}:${encodeURIComponent(password)}`;

/** Starts the SOCKS5 server of @pondwader/socks5-server. */
export async function startSocksProxy(): Promise<RealProxy> {
  const log: string[] = [];
  const socks = new Socks5Server();
  socks.setAuthHandler(({ username, password }) => username === USER && password === PASSWORD);
  socks.setRulesetValidator(({ destAddress, destPort }) => {
    log.push(`${destAddress}:${destPort}`);
    return true;
  });
  const sockets = new Set<Socket>();
  const open = (port: number): Promise<NetServer> => {
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on("error", () => {});
      socks._handleConnection(socket);
    });
    return new Promise((resolve) => server.listen(port, "127.0.0.1", () => resolve(server)));
  };
  let server = await open(0);
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    port,
    log,
    url: (password = PASSWORD) => `socks5://${login(password)}@127.0.0.1:${port}`,
    async stop() {
      for (const socket of sockets) socket.destroy();
      sockets.clear();
      await new Promise((resolve) => server.close(resolve));
    },
    async startAgain() {
      server = await open(port);
    },
  };
}

/** Starts the HTTP proxy of proxy-chain. */
export const startHttpProxy = (): Promise<RealProxy> => startProxy("http", { serverType: "http" });

/** Starts the same proxy behind TLS. */
export const startHttpsProxy = (httpsOptions: { cert: Buffer; key: Buffer }): Promise<RealProxy> =>
  startProxy("https", { serverType: "https", httpsOptions });

type Served = { serverType: "http" } | { serverType: "https"; httpsOptions: { cert: Buffer; key: Buffer } };

async function startProxy(scheme: string, served: Served): Promise<RealProxy> {
  const log: string[] = [];
  const open = async (port: number): Promise<HttpProxy> => {
    const proxy = new HttpProxy({
      ...served,
      port,
      host: "127.0.0.1",
      prepareRequestFunction({ username, password, hostname, port: to }) {
        if (username !== USER || password !== PASSWORD) return { requestAuthentication: true };
        log.push(`${hostname}:${to}`);
        return {};
      },
    });
    await proxy.listen();
    return proxy;
  };
  let proxy = await open(0);
  const { port } = proxy;
  return {
    port,
    log,
    url: (password = PASSWORD) => `${scheme}://${login(password)}@127.0.0.1:${port}`,
    stop: () => proxy.close(true),
    async startAgain() {
      proxy = await open(port);
    },
  };
}

/** The ports to which this process opened TCP connections, also those that a proxy in it made. */
export function watchConnections(): { to(port: number): number } & Disposable {
  const ports: number[] = [];
  const { connect } = Socket.prototype;
  // Every client's connection, with TLS or without, is opened by this method.
  Socket.prototype.connect = function (this: Socket, ...given: unknown[]) {
    this.once("connect", () => ports.push(this.remotePort ?? 0));
    return Reflect.apply(connect, this, given);
  };
  return {
    to: (port) => ports.filter((one) => one === port).length,
    [Symbol.dispose]() {
      Socket.prototype.connect = connect;
    },
  };
}
