import type { WASocket } from "@whiskeysockets/baileys";
import { personChat } from "../../../core/domain/messages/chat-id.ts";
import { NetworkRefusal, refusalOf } from "../shared/network-refusals.ts";

/** Queries about other people's pictures. */
export interface PictureSide {
  /**
   * Returns a temporary URL for a person's picture, or null if none is visible to us. Frequent queries attract
   * attention, so at most one query is sent per second, and at most one more may wait. @param person phone digits, or a
   * private id.
   * @returns undefined if another query is already waiting. Rejects with the same errors as NumberSide.
   */
  contactPictureUrl(person: string): Promise<string | null | undefined>;
}

const ANSWER_MS = 5_000;
const APART_MS = 1_000;
/** The error codes for a person who has no picture or hides it from us. */
const NOT_SHOWN = new Set([401, 404]);

/** Creates a socket's picture queries. */
export function createPictureSide(sock: WASocket, monotonicMs: () => number): PictureSide {
  let freeMs = Number.NEGATIVE_INFINITY;
  let isOneWaiting = false;

  /** @returns false immediately if another caller is already waiting, or true when it is this caller's turn. */
  async function awaitPause(): Promise<boolean> {
    const waitMs = freeMs - monotonicMs();
    if (waitMs > 0) {
      if (isOneWaiting) return false;
      isOneWaiting = true;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      isOneWaiting = false;
    }
    freeMs = monotonicMs() + APART_MS;
    return true;
  }

  return {
    async contactPictureUrl(person) {
      if (!(await awaitPause())) return undefined;
      const id = personChat(person);
      try {
        return (await sock.profilePictureUrl(id, "image", ANSWER_MS)) ?? null;
      } catch (error) {
        const refusal = refusalOf(error, "somebody's picture");
        if (refusal instanceof NetworkRefusal && NOT_SHOWN.has(refusal.code)) return null;
        throw refusal;
      }
    },
  };
}
