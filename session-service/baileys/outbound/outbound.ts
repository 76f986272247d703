import type { proto, WASocket } from "@whiskeysockets/baileys";
import type { InstanceId } from "../../../core/contracts/ids.ts";
import type { LIMITS } from "../../../core/contracts/limits.ts";
import type { FileSource } from "../../../core/domain/files/file-source.ts";
import type { Ids, Log } from "../../../core/ports.ts";
import type { FetchedFile } from "../../media/fetch-file.ts";
import type { PreviewOf } from "../../media/link-preview.ts";
import type { MediaFolder } from "../../media/media-folder.ts";
import type { LibraryLog } from "../shared/library-log.ts";

/** The tools available to encoders for one message. */
export interface Outbound {
  instance_id: InstanceId;
  /** Fetches the message's file into the folder. @throws CannotPrepare; see fetchFile. */
  fetch(source: FileSource, kind: keyof typeof LIMITS.sentFileMaxBytes): Promise<FetchedFile>;
  folder: MediaFolder;
  preview: PreviewOf;
  ids: Ids;
  log: Log;
  libraryLog: LibraryLog;
  upload: WASocket["waUploadToServer"];
}

/** Builds the network's message for one kind of content. @throws CannotPrepare if the message can never be sent. */
export type Encoder<Content> = (out: Outbound, content: Content, chat: string) => Promise<proto.IMessage>;
