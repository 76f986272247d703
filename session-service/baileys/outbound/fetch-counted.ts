import type { MessageId } from "../../../core/contracts/ids.ts";
import { LIMITS } from "../../../core/contracts/limits.ts";
import type { FileSource } from "../../../core/domain/files/file-source.ts";
import { countSentBytes } from "../../../core/operations/files/count-sent-bytes.ts";
import type { Owner } from "../../../core/records/owner.ts";
import { CannotPrepare } from "../../media/cannot-prepare.ts";
import { fetchFile } from "../../media/fetch-file.ts";
import type { ConnectionDeps } from "../shared/connection-deps.ts";
import type { Lru } from "../shared/lru.ts";
import type { Outbound } from "./outbound.ts";

/**
 * Fetches a message's file. A file from a URL counts against the account's daily budget, while a file from our own
 * store was counted when it was uploaded. @param counted messages whose file was already counted and can be fetched
 * again without counting.
 */
export function fetchCounted(
  deps: ConnectionDeps,
  owner: Owner,
  messageId: MessageId,
  counted: Lru<true>,
): Outbound["fetch"] {
  return async (source: FileSource, kind) => {
    const file = await fetchFile(deps, source, LIMITS.sentFileMaxBytes[kind]);
    if ("key" in source || counted.get(messageId)) return file;
    const budget = await countSentBytes(deps, owner.account_id, file.size_bytes, deps.clock.now());
    if (budget.fits) {
      counted.set(messageId, true);
      return file;
    }
    await file[Symbol.asyncDispose]();
    throw new CannotPrepare("file_too_large", "the account's daily limit for files has been reached");
  };
}
