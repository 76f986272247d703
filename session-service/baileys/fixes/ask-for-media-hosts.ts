import {
  DEFAULT_CONNECTION_CONFIG,
  getBinaryNodeChild,
  getBinaryNodeChildren,
  getWAUploadToServer,
  type WASocket,
} from "@whiskeysockets/baileys";
import { AnswerUnknown, knownAnswer } from "../shared/known-answer.ts";
import type { LibraryLog } from "../shared/library-log.ts";
import type { WayOut } from "../shared/way-out.ts";

/** The hosts to which files are uploaded. */
export interface MediaHosts extends Pick<WASocket, "refreshMediaConn" | "waUploadToServer"> {
  /** The agent for our own uploads. */
  uploads: WayOut["uploads"];
}

const WHAT = "where files are uploaded to";

/**
 * Replaces the socket's query for the file hosts with our own. The library remembers the outcome of its query for the
 * rest of the connection, even if there was no answer. In that case, no files could be sent until the next connection.
 */
export function askForMediaHosts(
  sock: WASocket,
  logger: LibraryLog,
  way: WayOut,
  monotonicMs: () => number,
): MediaHosts {
  let known: { hosts: Awaited<ReturnType<WASocket["refreshMediaConn"]>>; untilMs: number } | null = null;

  async function ask() {
    const content = [{ tag: "media_conn", attrs: {} }];
    const query = { tag: "iq", attrs: { type: "set", xmlns: "w:m", to: "@s.whatsapp.net" }, content };
    const answer = getBinaryNodeChild(await knownAnswer(WHAT, monotonicMs, () => sock.query(query)), "media_conn");
    const hosts = getBinaryNodeChildren(answer, "host").flatMap(({ attrs }) =>
      attrs.hostname ? [{ hostname: attrs.hostname, maxContentLengthBytes: Number(attrs.maxContentLengthBytes) }] : [],
    );
    const { auth, ttl } = answer?.attrs ?? {};
    if (!auth || hosts.length === 0) throw new AnswerUnknown(WHAT);
    const ttlSec = Number(ttl) || 0;
    known = { hosts: { hosts, auth, ttl: ttlSec, fetchDate: new Date() }, untilMs: monotonicMs() + ttlSec * 1000 };
    return known.hosts;
  }

  const refreshMediaConn: MediaHosts["refreshMediaConn"] = async (isAnew = false) =>
    !isAnew && known && monotonicMs() < known.untilMs ? known.hosts : ask();
  const config = {
    ...DEFAULT_CONNECTION_CONFIG,
    logger,
    options: way.fetches,
    fetchAgent: way.uploadAgent,
  } as Parameters<typeof getWAUploadToServer>[0]; // it reads only these
  const waUploadToServer = getWAUploadToServer(config, refreshMediaConn);
  return { refreshMediaConn, waUploadToServer, uploads: way.uploads };
}
