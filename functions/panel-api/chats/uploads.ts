import { LIMITS } from "../../../core/contracts/limits.ts";
import { fileKind } from "../../../core/contracts/media/file-kind.ts";
import { CreateUploadBody, Upload } from "../../../core/contracts/panel/uploads.ts";
import { cleanFileName } from "../../../core/domain/files/file-name.ts";
import { wireTime } from "../../../core/domain/wire-time.ts";
import { makeUpload } from "../../../core/operations/files/make-upload.ts";
import { uploadUrl } from "../../api/messages/uploaded-file.ts";
import { reply } from "../../api/reply.ts";
import { validationError } from "../../api/validate.ts";
import { panelRoute } from "../panel-route.ts";

const MB = 1024 * 1024;

/**
 * POST /panel-api/uploads: returns a URL the browser can use to upload a file directly to the bucket if the file is too
 * large to send in a request.
 */
const createUpload = panelRoute("panel.uploads.create", {
  body: CreateUploadBody,
  responses: {
    201: {
      description:
        "An address for a single PUT of exactly this file, and the value that refers to the file in a message",
      schema: Upload,
    },
  },
  async handle({ deps, caller: { account_id: account }, body, now }) {
    const { filename, size_bytes, sha256 } = body;
    const most = LIMITS.sentFileMaxBytes[fileKind(body.mimetype)];
    if (size_bytes > most)
      throw validationError({
        size_bytes: [`Files of this type can have at most ${most / MB} MB. Choose a smaller file.`],
      });
    const mimetype = body.mimetype.toLowerCase();
    const { key, expires_at, ...address } = await makeUpload(deps, account, { size_bytes, sha256 });
    const url = await uploadUrl(deps, account, { key, mimetype, size_bytes, sha256 }, now);
    const media = { url, mimetype, filename: cleanFileName(filename) };
    return reply(201, { ...address, expires_at: wireTime(expires_at), media });
  },
});

/** The routes for uploading files to be sent in a message. */
export const routes = [createUpload];
