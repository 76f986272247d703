import type { BinaryNode } from "@whiskeysockets/baileys";
import { node } from "../../format/nodes.ts";
import type { Incoming } from "../connection/incoming.ts";

const LARGEST_FILE_BYTES = 2 * 1024 * 1024 * 1024;

/** Returns the host for uploads and downloads, and the token that uploads must include. */
export function mediaConnection({ world }: Incoming): BinaryNode[] {
  const host = node("host", { hostname: world.media.host, maxContentLengthBytes: LARGEST_FILE_BYTES });
  return [node("media_conn", { auth: world.media.auth, ttl: 3600, auth_ttl: 3600, max_buckets: 12 }, [host])];
}
