import { isIPv4, isIPv6, type Socket } from "node:net";
import type { NumberProxy } from "../../domain/proxies/proxy-url.ts";
import { ProxyFault, WRONG_KIND, WRONG_LOGIN } from "./proxy-fault.ts";
import type { TunnelEnd } from "./tunnel-end.ts";

const VERSION = 5;
const LOGIN_VERSION = 1;
const METHODS = { none: 0, login: 2 } as const;
const CONNECT = 1;
const KINDS = { ipv4: 1, name: 3, ipv6: 4 } as const;
/** The maximum length of a name: RFC 1928 encodes the length in a single byte. */
const NAME_MAX_BYTES = 255;
const GRANTED = 0;
const NOT_ALLOWED = 2;

/**
 * Requests a connection to `end` from a SOCKS5 proxy (RFC 1928, with user name and password as in RFC 1929). Names are
 * sent unresolved. Never reads beyond the proxy's last reply.
 * @throws ProxyFault, or the socket's own error.
 */
export async function socksHandshake(socket: Socket, login: NumberProxy["login"], end: TunnelEnd): Promise<void> {
  const methods = login === null ? [METHODS.none] : [METHODS.none, METHODS.login];
  socket.write(Buffer.from([VERSION, methods.length, ...methods]));
  const [version, method] = await take(socket, 2);
  if (version !== VERSION) throw new ProxyFault(WRONG_KIND);
  if (method === METHODS.login && login !== null) await logIn(socket, login);
  else if (method !== METHODS.none) throw new ProxyFault(WRONG_LOGIN);

  const port = Buffer.alloc(2);
  port.writeUInt16BE(end.port);
  socket.write(Buffer.concat([Buffer.from([VERSION, CONNECT, 0]), addressOf(end.host), port]));
  const [answered, result, , kind] = await take(socket, 4);
  if (answered !== VERSION) throw new ProxyFault(WRONG_KIND);
  if (result !== GRANTED) throw new ProxyFault(result === NOT_ALLOWED ? NOT_PERMITTED : NOT_REACHED);
  const length = kind === KINDS.ipv4 ? 4 : kind === KINDS.ipv6 ? 16 : (await take(socket, 1)).readUInt8();
  await take(socket, length + port.length);
}

const NOT_PERMITTED =
  "The proxy does not allow connections to the host. Check with its operator that they are allowed.";
const NOT_REACHED = "The proxy could not reach the host. Check with its operator that such connections are allowed.";

async function logIn(socket: Socket, { user, password }: NonNullable<NumberProxy["login"]>): Promise<void> {
  const parts = [user, password].flatMap((part) => {
    const bytes = Buffer.from(part);
    return [Buffer.from([bytes.length]), bytes];
  });
  socket.write(Buffer.concat([Buffer.from([LOGIN_VERSION]), ...parts]));
  const [, result] = await take(socket, 2);
  if (result !== GRANTED) throw new ProxyFault(WRONG_LOGIN);
}

function addressOf(host: string): Buffer {
  if (isIPv4(host)) return Buffer.from([KINDS.ipv4, ...host.split(".").map(Number)]);
  if (isIPv6(host)) return Buffer.concat([Buffer.from([KINDS.ipv6]), ipv6Bytes(host)]);
  const name = Buffer.from(host);
  if (name.length > NAME_MAX_BYTES) throw new ProxyFault(NOT_REACHED);
  return Buffer.concat([Buffer.from([KINDS.name, name.length]), name]);
}

function ipv6Bytes(address: string): Buffer {
  // The URL parser rewrites the address so that it consists of hexadecimal groups only, even if it ended in IPv4
  // notation.
  const written = new URL(`http://[${address.split("%", 1)[0]}]`).hostname.slice(1, -1);
  const [head = [], tail = []] = written.split("::").map((part) => (part === "" ? [] : part.split(":")));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => "0");
  const groups = [...head, ...zeros, ...tail].map((group) => group.padStart(4, "0"));
  return Buffer.from(groups.join(""), "hex");
}

/** Waits for exactly this many bytes. @throws ProxyFault if the proxy closes the connection before. */
function take(socket: Socket, bytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const read: Buffer | null = socket.read(bytes);
      if (read?.length === bytes) settle(() => resolve(read));
      else if (read !== null || socket.readableEnded || socket.destroyed) over();
    };
    const over = () => settle(() => reject(Object.assign(new Error("The proxy hung up."), { code: "ECONNRESET" })));
    const settle = (then: () => void) => {
      socket.off("readable", look).off("end", over).off("close", over);
      then();
    };
    socket.on("readable", look).once("end", over).once("close", over);
    look();
  });
}
