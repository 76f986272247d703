import { ContactImport, StartContactImportBody } from "../../../core/contracts/contact-imports.ts";
import { pathText } from "../../../core/contracts/ids.ts";
import { LIMITS } from "../../../core/contracts/limits.ts";
import { judgeContactFile } from "../../../core/domain/chats/judge-contact-file.ts";
import { judgeContacts } from "../../../core/domain/chats/judge-contacts.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { presentImport, readImport, requestImport } from "../../../core/operations/contacts/request-import.ts";
import { actorOf } from "../../../core/records/accounts/activity.ts";
import { InstanceParams } from "../instances/instance-params.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";
import { validationError } from "../validate.ts";

const ImportParams = InstanceParams.extend({
  // A malformed id gets the same response as an unknown one.
  import: pathText(LIMITS.idMaxChars, "not_found").meta({
    description: "The import's id",
    example: "imp_01JD3X4Y5Z6A7B8C9D0E1F2G3H",
  }),
});

/**
 * POST /v1/instances/{id}/contact-imports: checks all the people, and then saves them in the background. Spec:
 * contacts, imports; docs/decisions/0244.
 */
const startImport = route("contacts.start_import", {
  summary: "Save up to 10,000 contacts under names, in the background",
  params: InstanceParams,
  body: StartContactImportBody,
  responses: {
    202: {
      description:
        "Every row is right. It begins within a minute: read GET …/contact-imports/{import} until its status is done or failed. Repeating it changes nothing more",
      schema: ContactImport,
    },
  },
  errors: ["instance_not_found", "conflict", "unavailable"],
  async handle({ caller, source, deps, params, body }) {
    const instance = await readInstance(deps, caller, params.id);
    const judged = judge(body);
    if (judged.errors) throw validationError(judged.errors);
    const { people, left_out } = judged;
    const made = await requestImport(deps, { instance, people, left_out, actor: actorOf(caller, source) });
    return reply(202, presentImport(made));
  },
});

function judge({ contacts, csv, vcard, columns }: StartContactImportBody) {
  if (contacts) {
    const judged = judgeContacts(contacts);
    return { ...judged, left_out: contacts.length - (judged.people?.length ?? 0) };
  }
  const [phoneColumn, nameColumn] = [columns?.phone ?? null, columns?.name ?? null];
  const format = typeof csv === "string" ? "csv" : "vcard";
  return judgeContactFile({ format, text: csv ?? vcard ?? "", phoneColumn, nameColumn });
}

/** GET /v1/instances/{id}/contact-imports/{import}. Spec: contacts, imports. */
const getImport = route("contacts.get_import", {
  summary: "Read how far an import of contacts is",
  params: ImportParams,
  responses: { 200: { description: "The import as it is now", schema: ContactImport } },
  errors: ["instance_not_found", "not_found"],
  async handle({ caller, deps, params, now }) {
    const instance = await readInstance(deps, caller, params.id);
    return reply(200, presentImport(await readImport(deps.table, instance, params.import, now)));
  },
});

/** The routes for background imports. */
export const routes = [startImport, getImport];
