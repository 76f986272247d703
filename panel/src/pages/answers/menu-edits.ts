import type { Menu } from "../../../../core/contracts/answers/replace-menu.ts";

/** A choice as it is edited. */
export type Choice = Menu["choices"][number];

/** A new choice, to be filled in. */
export const newChoice = (): Choice => ({ label: "", outcome: "answer", answer: "", media: null, choices: null });

/** The list with one of its entries moved up (-1) or down (1); at an end it stays. */
export function moved<One>(list: readonly One[], at: number, by: -1 | 1): One[] {
  const to = at + by;
  const one = list[at];
  if (one === undefined || to < 0 || to >= list.length) return [...list];
  return list.toSpliced(at, 1).toSpliced(to, 0, one);
}

/** The menu as a phone shows it: its greeting, and its choices with their numbers. */
export function menuText({ greeting, choices }: Pick<Menu, "greeting" | "choices">): string {
  const lines = choices.map(({ label }, at) => `${at + 1}. ${label}`);
  return [greeting, ...(lines.length > 0 ? ["", ...lines] : [])].join("\n").trim();
}

/**
 * Where a fault of the menu is, by its path in the API's `errors`. @returns `number`: the choice that it is of, from 1
 * (null: of none); `hasField`: a field of the form shows it.
 */
export function placeOfFault(path: string): { number: number | null; hasField: boolean } {
  const [of, at] = path.split(".");
  const number = of === "choices" && at !== undefined && /^\d+$/.test(at) ? Number(at) + 1 : null;
  const hasField =
    number === null ? path === "greeting" || path === "handover_message" : /\.(label|answer)$/.test(path);
  return { number, hasField };
}

/** The menu as the API takes it: only what an outcome has room for. */
export function asSent(menu: Menu): Menu {
  return { ...menu, choices: menu.choices.map(trimmed) };
}

function trimmed(choice: Choice): Choice {
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
