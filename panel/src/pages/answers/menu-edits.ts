import type { Menu } from "../../../../core/contracts/answers/replace-menu.ts";
import type { SmallFile } from "../../files/SmallFileField.tsx";

type ShownChoice = Menu["choices"][number];

/** A choice in an inner list, while it is being edited. */
type InnerChoice = Omit<ShownChoice, "media" | "choices"> & { media: ShownChoice["media"] | SmallFile };

/** A menu choice while it is being edited. */
export type MenuChoice = InnerChoice & { choices: InnerChoice[] | null };

/** A menu while it is being edited. */
export type MenuDraft = Omit<Menu, "choices"> & { choices: MenuChoice[] };

/** Creates an empty choice for the user to fill in. */
export const newChoice = (): MenuChoice => ({ label: "", outcome: "answer", answer: "", media: null, choices: null });

/**
 * Returns a copy of the list with an entry moved to another index. If either index is out of range, the order is
 * unchanged.
 */
export function movedTo<One>(list: readonly One[], from: number, to: number): One[] {
  const one = list[from];
  if (one === undefined || to < 0 || to >= list.length) return [...list];
  return list.toSpliced(from, 1).toSpliced(to, 0, one);
}

/** Returns the menu as it appears on a phone: its greeting, followed by its numbered choices. */
export function menuText({ greeting, choices }: { greeting: string; choices: readonly { label: string }[] }): string {
  const lines = choices.map(({ label }, at) => `${at + 1}. ${label}`);
  return [greeting, ...(lines.length > 0 ? ["", ...lines] : [])].join("\n").trim();
}

/**
 * Finds the menu list shown in an answer, by checking that all of the list's labels appear in order. @returns the path
 * of the choice that opens that list, [] for the first list, or `before` if the answer doesn't show a list.
 */
export function openLevel(
  answer: string | null,
  { choices }: Pick<Menu, "choices">,
  before: number[] | undefined,
): number[] | undefined {
  const shows = (labels: readonly string[]) => {
    const rest = labels.reduce<string | null>((left, label) => behind(left, label), answer);
    return labels.length > 0 && rest !== null;
  };
  const inner = choices.findIndex((one) => one.choices !== null && shows(one.choices.map(({ label }) => label)));
  if (shows(choices.map(({ label }) => label))) return [];
  return inner >= 0 ? [inner + 1] : before;
}

/** Returns the text after the given part, or null if the part doesn't occur. */
function behind(text: string | null, part: string): string | null {
  const at = text?.indexOf(part) ?? -1;
  return text === null || at < 0 ? null : text.slice(at + part.length);
}

/**
 * Locates a menu error by its path in the API's `errors`. @returns the choice's `number`, from 1, or null if the error
 * isn't about a choice; and as `hasField`, whether one of the form's fields shows the error.
 */
export function placeOfFault(path: string): { number: number | null; hasField: boolean } {
  const [of, at] = path.split(".");
  const number = of === "choices" && at !== undefined && /^\d+$/.test(at) ? Number(at) + 1 : null;
  const hasField =
    number === null ? path === "greeting" || path === "handover_message" : /\.(label|answer)$/.test(path);
  return { number, hasField };
}

/** Returns the menu in the form that the API accepts: each choice has only the fields that its outcome allows. */
export function asSent(menu: MenuDraft): MenuDraft {
  return { ...menu, choices: menu.choices.map(trimmed) };
}

/** Whether two menus behave the same. Text that was typed for an outcome that isn't selected is ignored. */
export const isSameMenu = (one: MenuDraft, other: MenuDraft): boolean =>
  JSON.stringify(asSent(one)) === JSON.stringify(asSent(other));

function trimmed(choice: MenuChoice): MenuChoice {
  const { label, outcome, answer, media, choices } = choice;
  return {
    label,
    outcome,
    answer: outcome === "answer" && answer !== "" ? answer : null,
    media: outcome === "answer" ? media : null,
    choices:
      outcome === "menu"
        ? (choices ?? []).map((inner) => ({
            ...inner,
            answer: inner.outcome === "answer" && inner.answer !== "" ? inner.answer : null,
            media: inner.outcome === "answer" ? inner.media : null,
          }))
        : null,
  };
}
