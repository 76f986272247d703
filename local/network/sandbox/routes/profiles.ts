import * as z from "zod";
import type { Turn } from "../../store/turns.ts";
import { changePicture, type PictureSubject, subjectAt, subjectKey } from "../../world/profiles/change-picture.ts";
import type { World } from "../../world/world.ts";
import { personOf } from "../requests/fields.ts";
import { NoBody, ok, route } from "../requests/route.ts";
import { SandboxError } from "../requests/sandbox-error.ts";

/** Base64; null takes the picture away. */
const NewPicture = z.object({
  data: z
    .string()
    .transform((data) => Buffer.from(data, "base64"))
    .nullable(),
});

const About = z.object({ about: z.string().max(139) });

/** Profiles of people, and pictures of groups. */
export const profileRoutes = [
  route("GET /phones/{phone}/profile", NoBody, ({ deps, param }) =>
    deps.world.turns.take((turn) => ok(presentProfile(deps.world, turn, personSubject(turn, param("phone"))))),
  ),

  route("POST /phones/{phone}/about", About, ({ deps, param, body }) =>
    deps.world.turns.take((turn) => {
      const subject = personSubject(turn, param("phone"));
      turn.store.profiles.setAbout(subject.person.phone, body.about, turn.now);
      return ok(presentProfile(deps.world, turn, subject));
    }),
  ),

  route("POST /phones/{phone}/picture", NewPicture, ({ deps, param, body }) =>
    deps.world.turns.take((turn) => {
      const subject = personSubject(turn, param("phone"));
      changePicture(deps.world, turn, subject, subject.person, body.data);
      return ok(presentProfile(deps.world, turn, subject));
    }),
  ),

  route("GET /groups/{chat_id}/picture", NoBody, ({ deps, param }) =>
    deps.world.turns.take((turn) => ok(presentPicture(deps.world, turn, groupSubject(turn, param("chat_id"))))),
  ),

  route("POST /groups/{chat_id}/picture", NewPicture, ({ deps, param, body }) =>
    deps.world.turns.take((turn) => {
      const subject = groupSubject(turn, param("chat_id"));
      changePicture(deps.world, turn, subject, personOf(turn, subject.group.creator), body.data);
      return ok(presentPicture(deps.world, turn, subject));
    }),
  ),
];

function personSubject(turn: Turn, phone: string): PictureSubject & { kind: "person" } {
  return { kind: "person", person: personOf(turn, phone) };
}

/** @throws SandboxError chat_not_found. */
function groupSubject(turn: Turn, id: string): PictureSubject & { kind: "group" } {
  const subject = subjectAt(turn, id);
  if (subject?.kind === "group") return subject;
  throw new SandboxError("chat_not_found", `No group ${id} exists here; make one with POST /groups.`);
}

function presentProfile(world: World, turn: Turn, subject: PictureSubject & { kind: "person" }) {
  const { phone, name } = subject.person;
  return { phone, name, about: turn.store.profiles.about(phone)?.text ?? "", ...presentPicture(world, turn, subject) };
}

function presentPicture(world: World, turn: Turn, subject: PictureSubject) {
  const picture = turn.store.profiles.picture(subjectKey(subject));
  return { picture: picture && (world.media.stored(picture.directPath)?.toString("base64") ?? null) };
}
