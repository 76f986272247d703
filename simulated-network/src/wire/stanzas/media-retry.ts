import { createCipheriv, hkdfSync, randomBytes } from "node:crypto";
import { type BinaryNode, proto } from "@whiskeysockets/baileys";
import { post } from "../../delivery/post.ts";
import { personAddress } from "../../format/addresses.ts";
import { child, node, seconds } from "../../format/nodes.ts";
import { mediaReferenceOf } from "../../world/content/media.ts";
import { unwrap } from "../../world/content/unwrap.ts";
import type { Incoming } from "../connection/incoming.ts";

const { SUCCESS, NOT_FOUND } = proto.MediaRetryNotification.ResultType;

/** Makes the device's phone, if it is online, re-upload a file that the device couldn't download. */
export function answerMediaRetry({ world, transaction, owner, device, stanza }: Incoming): void {
  if (!owner.online) return;
  const id = stanza.attrs.id ?? "";
  const message = transaction.store.messages.find(owner.phone, id);
  const reference = message && mediaReferenceOf(unwrap(proto.Message.decode(message.content)));
  const directPath = reference && world.media.storeAgain(reference.directPath);
  const answer =
    reference && directPath
      ? sealed(reference.mediaKey, id, { stanzaId: id, directPath, result: SUCCESS })
      : node("error", { code: NOT_FOUND });
  const attributes = { from: personAddress(owner, "pn"), type: "mediaretry", id, t: seconds(transaction.now) };
  const about = node("rmr", child(stanza, "rmr")?.attrs);
  const notification = node("notification", attributes, [answer, about]);
  post(world, transaction, device, notification, { class: "notification", type: "mediaretry" });
}

/** Encrypts a file's new location with a key derived from the file's own key. */
function sealed(mediaKey: Buffer, id: string, notice: proto.IMediaRetryNotification): BinaryNode {
  const key = Buffer.from(hkdfSync("sha256", mediaKey, Buffer.alloc(0), "WhatsApp Media Retry Notification", 32));
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(id));
  const encrypted = Buffer.concat([
    cipher.update(proto.MediaRetryNotification.encode(notice).finish()),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  return node("encrypt", {}, [node("enc_p", {}, encrypted), node("enc_iv", {}, iv)]);
}
