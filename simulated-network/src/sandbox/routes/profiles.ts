import * as z from "zod";
import type { Transaction } from "../../store/transactions.ts";
import { changePicture, type PictureSubject, subjectAt, subjectKey } from "../../world/profiles/change-picture.ts";
import type { World } from "../../world/world.ts";
import { personOf } from "../requests/fields.ts";
import { NoBody, ok, route } from "../requests/route.ts";
import { SandboxError } from "../requests/sandbox-error.ts";

/** The picture as base64. Null removes it. */
const NewPicture = z.object({
  data: z
    .string()
    .transform((data) => Buffer.from(data, "base64"))
    .nullable(),
});

const About = z.object({ about: z.string().max(139) });

/** Routes for people's profiles and group pictures. */
export const profileRoutes = [
  route("GET /phones/{phone}/profile", NoBody, ({ deps, param }) =>
    deps.world.transactions.run((transaction) =>
      ok(presentProfile(deps.world, transaction, personSubject(transaction, param("phone")))),
    ),
  ),

  route("POST /phones/{phone}/about", About, ({ deps, param, body }) =>
    deps.world.transactions.run((transaction) => {
      const subject = personSubject(transaction, param("phone"));
      transaction.store.profiles.setAbout(subject.person.phone, body.about, transaction.now);
      return ok(presentProfile(deps.world, transaction, subject));
    }),
  ),

  route("POST /phones/{phone}/picture", NewPicture, ({ deps, param, body }) =>
    deps.world.transactions.run((transaction) => {
      const subject = personSubject(transaction, param("phone"));
      changePicture(deps.world, transaction, subject, subject.person, body.data);
      return ok(presentProfile(deps.world, transaction, subject));
    }),
  ),

  route("GET /groups/{chat_id}/picture", NoBody, ({ deps, param }) =>
    deps.world.transactions.run((transaction) =>
      ok(presentPicture(deps.world, transaction, groupSubject(transaction, param("chat_id")))),
    ),
  ),

  route("POST /groups/{chat_id}/picture", NewPicture, ({ deps, param, body }) =>
    deps.world.transactions.run((transaction) => {
      const subject = groupSubject(transaction, param("chat_id"));
      changePicture(deps.world, transaction, subject, personOf(transaction, subject.group.creator), body.data);
      return ok(presentPicture(deps.world, transaction, subject));
    }),
  ),
];

function personSubject(transaction: Transaction, phone: string): PictureSubject & { kind: "person" } {
  return { kind: "person", person: personOf(transaction, phone) };
}

/** Returns the group as the subject of a picture. @throws SandboxError chat_not_found. */
function groupSubject(transaction: Transaction, id: string): PictureSubject & { kind: "group" } {
  const subject = subjectAt(transaction, id);
  if (subject?.kind === "group") return subject;
  throw new SandboxError("chat_not_found", `No group ${id} exists here; make one with POST /groups.`);
}

function presentProfile(world: World, transaction: Transaction, subject: PictureSubject & { kind: "person" }) {
  const { phone, name } = subject.person;
  return {
    phone,
    name,
    about: transaction.store.profiles.about(phone)?.text ?? "",
    ...presentPicture(world, transaction, subject),
  };
}

function presentPicture(world: World, transaction: Transaction, subject: PictureSubject) {
  const picture = transaction.store.profiles.picture(subjectKey(subject));
  return { picture: picture && (world.media.stored(picture.directPath)?.toString("base64") ?? null) };
}
