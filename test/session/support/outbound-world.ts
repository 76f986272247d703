import "../../../session-service/process/silence-console.ts";
import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { type GroupMetadata, proto } from "@whiskeysockets/baileys";
import type { MessageContent } from "../../../core/domain/messages/message-content.ts";
import { createGet, type Get } from "../../../core/http/guarded-get.ts";
import type { MessageRecord } from "../../../core/records/message.ts";
import type { Addressing } from "../../../session-service/baileys/outbound/addressing.ts";
import { encodeMessage } from "../../../session-service/baileys/outbound/encode-message.ts";
import { fetchCounted } from "../../../session-service/baileys/outbound/fetch-counted.ts";
import { linkPreviews } from "../../../session-service/baileys/outbound/link-previews.ts";
import type { Outbound } from "../../../session-service/baileys/outbound/outbound.ts";
import { libraryLog } from "../../../session-service/baileys/shared/library-log.ts";
import { Lru } from "../../../session-service/baileys/shared/lru.ts";
import { type MediaFolder, openMediaFolder } from "../../../session-service/media/media-folder.ts";
import type { SessionDeps } from "../../../session-service/session-deps.ts";
import { memoryMedia } from "../../support/memory-media.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { passingFolder } from "../../support/passing-folder.ts";

export const ANAS_CHAT = "9001@lid";
export const GROUP = "120363020000000001@g.us";

/** Encodes messages without a network, using an upload server that accepts everything and a fixed list of people. */
export class OutboundWorld {
  readonly media = memoryMedia();
  readonly table = new MemoryTable();
  readonly folder: MediaFolder;
  readonly warnings: string[] = [];
  readonly uploads: { mediaType: string; path: string }[] = [];
  readonly requested: string[] = [];
  readonly #place = passingFolder("outbound-");
  readonly #counted = new Lru<true>(10);

  constructor() {
    this.folder = openMediaFolder(this.#place);
  }

  /** Returns the network's message, decoded from the encoded bytes. */
  async encode(
    content: MessageContent,
    more: { chat?: string; quoted?: MessageRecord; id?: string; forwarding_score?: number } = {},
  ) {
    const { forwarding_score } = more;
    const message = { id: more.id ?? "msg_1", content, forwarding_score } as MessageRecord; // what the encoder reads of it
    const bytes = await encodeMessage(
      this.#out(message.id),
      addressing,
      more.chat ?? ANAS_CHAT,
      message,
      more.quoted ?? null,
    );
    return proto.Message.decode(bytes);
  }

  /** Puts bytes into the media store. @returns the source that refers to them. */
  async file(bytes: Buffer): Promise<{ key: string }> {
    const key = `files/${randomBytes(4).toString("hex")}`;
    await this.media.put(key, bytes, { mimetype: "application/octet-stream", filename: null, maxBytes: Infinity });
    return { key };
  }

  tearDown(): void {
    rmSync(this.#place, { recursive: true });
  }

  #out(messageId: string): Outbound {
    const warn = (_fields: object, message: string) => void this.warnings.push(message);
    const log = { info: () => {}, warn, error: warn };
    const guarded = createGet({ allowPrivate: true, log });
    const get: Get = (request) => {
      this.requested.push(request.url);
      return guarded(request);
    };
    const clock = { now: () => new Date("2026-11-20T09:30:00Z") };
    const deps = { table: this.table, clock, media: this.media, get, folder: this.folder } as unknown as SessionDeps;
    return {
      instance_id: "inst_1",
      fetch: fetchCounted(deps, { account_id: "acc_1", instance_id: "inst_1", fence: 1 }, messageId, this.#counted),
      folder: this.folder,
      preview: linkPreviews(get, () => 0),
      ids: { next: (prefix) => `${prefix}_1`, random: (size) => randomBytes(size) },
      log,
      libraryLog: libraryLog(log, "inst_1"),
      upload: async (path, { mediaType }) => {
        this.uploads.push({ mediaType, path: String(path) });
        return { mediaUrl: "https://media.test/v/1", directPath: "/v/1" };
      },
    };
  }
}

/** We are 7000 (phone 15550001001), and Ana is 9001 (phone 15550001002). The group uses private ids. */
const addressing: Addressing = {
  group: async (id) => ({ id, addressingMode: "lid", participants: [] }) as unknown as GroupMetadata,
  own: async (chat) => (chat.endsWith("@s.whatsapp.net") ? "15550001001@s.whatsapp.net" : "7000@lid"),
  person: async (_chat, who) => (who === "15550001002" ? "9001@lid" : who),
};
