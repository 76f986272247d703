import type { CreateUploadBody, Upload } from "../../../core/contracts/panel/uploads.ts";
import { call } from "./call.ts";
import { ApiFailure, type FailureCode } from "./client.ts";

/** A callback for an upload's progress (0 to 100), and a signal that aborts the upload. */
export interface Going {
  onPercent(percent: number): void;
  signal: AbortSignal;
}

/**
 * Uploads a file directly to the service's object store, which accepts only this exact file.
 * @returns the `media` field for a message. @throws ApiFailure, or an AbortError if the upload was aborted.
 */
export async function uploadFile(file: File, mimetype: string, going: Going): Promise<Upload["media"]> {
  const sha256 = hexOf(await crypto.subtle.digest("SHA-256", await file.arrayBuffer()));
  const body = { mimetype, filename: file.name || null, size_bytes: file.size, sha256 } satisfies CreateUploadBody;
  const upload = await call("panel.uploads.create", { body, signal: going.signal });
  await put(upload, file, going);
  return upload.media;
}

const hexOf = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Sends the file to the store. Uses XMLHttpRequest because `fetch` does not report upload progress. */
function put({ upload_url, headers }: Upload, file: File, { onPercent, signal }: Going): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.upload.onprogress = ({ loaded, total }) => onPercent(total > 0 ? Math.floor((100 * loaded) / total) : 0);
    request.onload = () => (request.status === 200 ? resolve() : reject(failure(request.status, "server_error")));
    request.onerror = () => reject(failure(0, "offline"));
    request.onabort = () => reject(new DOMException("The file was broken off.", "AbortError"));
    request.onloadend = () => signal.removeEventListener("abort", abort);
    signal.addEventListener("abort", abort);
    if (signal.aborted) return request.onabort(new ProgressEvent("abort"));
    request.open("PUT", upload_url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.send(file);
  });
}

const failure = (status: number, code: FailureCode) =>
  new ApiFailure("", { status, code, errors: {}, requestId: null, retryAfterSec: null });
