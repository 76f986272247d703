import * as z from "zod";
import { readMail } from "../machine/read-mail.ts";
import type { Gateway } from "./gateway.ts";

/** The sandbox path that lists the gateway's emails: confirmations, invitations, and notices. */
export const MAIL_PATH = "/mail";

const SandboxRequest = z.object({
  id: z.number(),
  request: z.object({ method: z.string(), path: z.literal(MAIL_PATH), query: z.record(z.string(), z.string()) }),
});

/**
 * Answers the sandbox's `GET /mail?to=` requests, because emails are stored by the gateway rather than the sandbox.
 * Without a sandbox, there are no such requests.
 */
export function answerMailRequests({ network, mailFolder }: Gateway): void {
  const child = network.process;
  child?.onMessage(async (message) => {
    if (message.kind !== "request") return;
    const { id, request } = SandboxRequest.parse(message);
    child.send({ kind: "answer", id, ...(await mailAnswer(mailFolder, request)) });
  });
}

async function mailAnswer(folder: string, { method, query }: z.infer<typeof SandboxRequest>["request"]) {
  if (method !== "GET") {
    return { status: 405, body: { message: `${MAIL_PATH} takes GET, not ${method}.`, code: "method_not_allowed" } };
  }
  const mails = await readMail(folder, query.to ?? null);
  return { status: 200, body: mails.map(({ to, until: _until, ...mail }) => ({ ...mail, to: to.join(", ") })) };
}
