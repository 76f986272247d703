import { Megaphone, User, Users } from "lucide-react";
import type { ChatType } from "../../../../core/contracts/chats/chat.ts";
import css from "./Avatar.module.css";
import { initials } from "./rules/people.ts";

/** A name's initials in a circle. Purely decorative: the name itself is always shown next to it. */
export function Avatar({ name, type, isLarge = false }: { name: string | null; type: ChatType; isLarge?: boolean }) {
  const letters = initials(name);
  const Icon = { person: User, group: Users, channel: Megaphone }[type];
  return (
    <span className={isLarge ? css.large : css.avatar} aria-hidden="true">
      {type === "person" && letters !== "" ? letters : <Icon />}
    </span>
  );
}
