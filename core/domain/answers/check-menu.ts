import { MENU_LIMITS } from "../../contracts/answers/answer-limits.ts";
import type { MenuChoice, MenuDocument } from "../../contracts/answers/menu.ts";
import { isVisible } from "../../contracts/visible-text.ts";
import { bareText, matchText } from "./match-text.ts";
import { renderMenu } from "./render-menu.ts";

/** The errors in a menu by field path, e.g. `choices.0.label`. Empty if the menu is valid. */
export type MenuFaults = Record<string, string>;

const length = (text: string) => [...text].length;

/**
 * Checks a menu in its stored form. A single error rejects the whole menu. A menu that is off may be incomplete, but it
 * must not be too long or ambiguous.
 * @param given.hasKey whether the instance's AI agent has a key. Spec: Menu; docs/decisions/0100.
 */
export function checkMenu(menu: MenuDocument, given: { hasKey: boolean }): MenuFaults {
  const faults: MenuFaults = {};
  if (menu.enabled && !isVisible(menu.greeting))
    faults.greeting = "Add a greeting. The menu can't be turned on without one.";
  if (menu.enabled && menu.choices.length === 0)
    faults.choices = "Add at least one choice. The menu can't be turned on without one.";
  for (const [field, max] of [
    ["greeting", MENU_LIMITS.greetingMaxChars],
    ["handover_message", MENU_LIMITS.handoverMaxChars],
  ] as const)
    if (length(menu[field]) > max) faults[field] = `The text is too long. Use at most ${max} characters.`;
  checkList(menu.choices, { path: "choices", greeting: menu.greeting, depth: 0, hasKey: given.hasKey }, faults);
  return faults;
}

interface ListPlace {
  path: string;
  /** The text above the list, sent in the same message. */
  greeting: string;
  depth: number;
  hasKey: boolean;
}

function checkList(choices: readonly MenuChoice[], place: ListPlace, faults: MenuFaults): void {
  const { path } = place;
  if (choices.length > MENU_LIMITS.choicesMax) {
    faults[path] = `There are too many choices. Use at most ${MENU_LIMITS.choicesMax}.`;
    return; // the list may be too long to go on checking
  }
  const seen = new Set<string>();
  for (const [at, choice] of choices.entries()) {
    const fault = labelFault(choice.label, seen);
    if (fault !== null) faults[`${path}.${at}.label`] = fault;
    checkOutcome(choice, { ...place, path: `${path}.${at}` }, faults);
  }
  if (length(renderMenu(place.greeting, choices)) > MENU_LIMITS.renderedMaxChars)
    faults[path] =
      `The list is too long for one message. Shorten its texts to ${MENU_LIMITS.renderedMaxChars} characters in total.`;
}

function labelFault(label: string, seen: Set<string>): string | null {
  if (!isVisible(label)) return "The label is empty. Describe the choice.";
  if (length(label) > MENU_LIMITS.labelMaxChars)
    return `The label is too long. Use at most ${MENU_LIMITS.labelMaxChars} characters.`;
  const plain = bareText(label) || matchText(label); // a label may be an emoji
  if (seen.has(plain)) return "Another choice has the same label. Give each choice a different label.";
  seen.add(plain);
  return null;
}

function checkOutcome(choice: MenuChoice, place: ListPlace, faults: MenuFaults): void {
  const { path } = place;
  const answer = choice.answer ?? "";
  if (length(answer) > MENU_LIMITS.answerMaxChars)
    faults[`${path}.answer`] = `The answer is too long. Use at most ${MENU_LIMITS.answerMaxChars} characters.`;
  if (choice.outcome === "answer" && !isVisible(answer) && !choice.media)
    faults[`${path}.answer`] = "The answer is empty. Set `answer` or `media`.";
  if (choice.outcome === "ai" && !place.hasKey)
    faults[`${path}.outcome`] = "The AI agent has no key. Set the agent's `api_key` first.";
  if (choice.outcome !== "menu") {
    if (choice.choices?.length) faults[`${path}.choices`] = "Only a choice with the outcome `menu` can have choices.";
    return;
  }
  if (place.depth > 0) faults[`${path}.outcome`] = "A submenu can't contain another menu. Choose a different outcome.";
  else if (!choice.choices?.length) faults[`${path}.choices`] = "A menu needs at least one choice.";
  else checkList(choice.choices, { ...place, path: `${path}.choices`, greeting: choice.label, depth: 1 }, faults);
}
