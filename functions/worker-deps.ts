import { mkdirSync } from "node:fs";
import * as z from "zod";
import { eventBridgeBus } from "../core/aws/event-bus.ts";
import { createPost } from "../core/http/guarded-client.ts";
import type { BusDeps } from "../core/operations/forward-to-bus.ts";
import type { DeliveryDeps } from "../core/operations/post-event.ts";
import type { Mail } from "../core/ports.ts";
import { type ApiDeps, deps } from "./deps.ts";
import { fileMail } from "./file-mail.ts";

/** What the worker of endpoint lanes works with. */
export type EndpointDeps = DeliveryDeps & BusDeps;

/** Variables of the workers alone. */
const WorkerEnv = z.object({
  /** Folder into which mail is written on one machine; empty: nothing here sends mail. */
  MAIL_FOLDER: z.string().default(""),
});

/** Built once per call of a cold function; `deps()` keeps the clients. */
export function endpointDeps(): EndpointDeps {
  const { env, ...rest } = deps();
  const post = createPost({ allowPrivate: env.ALLOW_PRIVATE_WEBHOOKS === "1", log: rest.log });
  bus ??= eventBridgeBus(env.EVENT_BUS_NAME);
  return { ...rest, post, docsUrl: env.DOCS_URL, bus };
}

let bus: ReturnType<typeof eventBridgeBus> | null = null;

/** What the mail function works with; `mail` null: none is set up, the bus alone has the notice. */
export function mailDeps(): Pick<ApiDeps, "table" | "log"> & { mail: Mail | null } {
  const { table, log } = deps();
  const { MAIL_FOLDER: folder } = WorkerEnv.parse(process.env);
  if (folder) mkdirSync(folder, { recursive: true });
  return { table, log, mail: folder ? fileMail(folder) : null };
}
