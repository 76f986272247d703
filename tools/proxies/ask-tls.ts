import type { TcpSocketConnectOpts } from "node:net";
import { type ConnectionOptions, connect } from "node:tls";

/** A response, or how the connection ended without a response. */
export interface TlsAnswer {
  /** The status, or null if the connection was closed without a response. */
  status: number | null;
  body: string;
}

const PATIENCE_MS = 60_000;
/**
 * Matches interim responses that precede the actual one, such as 100 in reply to Expect: 100-continue. 101, which opens
 * a WebSocket, is an actual response.
 */
const INTERIM = /^(?:HTTP\/1\.1 1(?!01)\d\d [^\r]*\r\n(?:[^\r]+\r\n)*\r\n)+/;

/**
 * Sends bytes over TLS and reads until the connection ends.
 * @param from the client's address on this machine.
 */
export function askTls(
  { port, host, ca }: { port: number; host: string; ca: Buffer },
  from: string,
  text: string,
): Promise<TlsAnswer> {
  return new Promise((resolve, reject) => {
    // The type for TLS options lacks the options that TLS connections share with TCP connections.
    const options: ConnectionOptions & TcpSocketConnectOpts = {
      port,
      host: "127.0.0.1",
      servername: host,
      ca,
      localAddress: from,
    };
    const socket = connect(options, () => socket.write(text, "latin1"));
    const chunks: Buffer[] = [];
    const end = () => {
      const answer = Buffer.concat(chunks).toString("latin1").replace(INTERIM, "");
      const status = /^HTTP\/1\.[01] (\d{3})/.exec(answer)?.[1];
      resolve({
        status: status === undefined ? null : Number(status),
        body: answer.slice(answer.indexOf("\r\n\r\n") + 4),
      });
    };
    socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error(`No answer in a minute: ${text.slice(0, 200)}`)));
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    socket.on("end", end);
    socket.on("error", (error) => (chunks.length > 0 || "code" in error ? end() : reject(error)));
  });
}
