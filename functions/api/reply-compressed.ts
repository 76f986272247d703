import { gzipSync } from "node:zlib";
import { type Reply, replyText } from "./reply.ts";

/**
 * Builds a response from existing JSON text. The text is compressed for clients that accept it, because API Gateway
 * doesn't compress responses automatically.
 * @param acceptEncoding the request's header, or undefined if it has none.
 */
export function replyCompressed(
  status: number,
  text: string,
  acceptEncoding: string | undefined,
  headers: Record<string, string> = {},
): Reply {
  const varying = { ...headers, Vary: "Accept-Encoding" };
  if (!takesGzip(acceptEncoding ?? "")) return replyText(status, text, varying);
  return { status, body: undefined, bytes: gzipSync(text), headers: { ...varying, "Content-Encoding": "gzip" } };
}

/** Whether an Accept-Encoding header lists `gzip` with a weight other than 0. */
function takesGzip(acceptEncoding: string): boolean {
  return acceptEncoding.split(",").some((one) => {
    const [coding = "", ...parameters] = one.split(";").map((part) => part.trim().toLowerCase());
    const weight = parameters.find((part) => part.startsWith("q="))?.slice(2);
    return coding === "gzip" && (weight === undefined || Number(weight) > 0);
  });
}
