import { AwsError } from "../service/aws-error.ts";
import { isObject } from "../service/input.ts";
import type { Json } from "../service/service.ts";
import { sumOf } from "./decimal.ts";
import { type Path, rules, type UpdateOperand, type UpdateSection, type WireItem, type WireValue } from "./dynalite.ts";

const invalid = (message: string) => new AwsError("ValidationException", message);
const WRONG_TYPE = "An operand in the update expression has an incorrect data type";
const NO_PATH = "The document path provided in the update expression is invalid for update";
const NO_ATTRIBUTE = "The provided expression refers to an attribute that does not exist in the item";
const TOO_PRECISE = "Attempting to store more than 38 significant digits in a Number";

/**
 * Returns the item after an update, without modifying `before`. All values are calculated from the item before the
 * update.
 * @throws AwsError ValidationException if a value can't be calculated or a path doesn't exist.
 */
export function applyUpdate(sections: readonly UpdateSection[], before: WireItem): WireItem {
  const after: WireItem = { ...before };
  const copied = new Set<string>();
  const holes: WireValue[][] = [];
  const values = sections.map((one) => (one.type === "set" ? computed(one.val, before) : one.val));

  for (const [at, section] of sections.entries()) {
    const [head, ...deeper] = section.path;
    const name = String(head);
    if (deeper.length > 0 && !copied.has(name) && after[name] !== undefined) {
      after[name] = structuredClone(after[name]);
      copied.add(name);
    }
    change(placeOf(after, section.path, holes), section, values[at] as WireValue); // computed above; a literal otherwise
  }
  for (const list of holes) list.splice(0, list.length, ...list.filter((one) => one !== undefined));
  return after;
}

/** Access to an attribute or a list element. */
interface Place {
  get(): WireValue | undefined;
  set(value: WireValue): void;
  remove(): void;
}

function placeOf(item: WireItem, path: Path, holes: WireValue[][]): Place {
  const last = path.at(-1);
  const above = path.length === 1 ? { M: item } : rules.mapPath(path.slice(0, -1), item);
  if (typeof last === "number") {
    const list = (above as Json | undefined)?.L as WireValue[] | undefined; // wire form of a list
    if (!list) throw invalid(NO_PATH);
    return {
      get: () => list[last],
      set(value) {
        list[Math.min(last, list.length)] = value;
      },
      remove() {
        // The other elements keep their indexes until the update is complete.
        if (last >= list.length) return;
        delete list[last];
        holes.push(list);
      },
    };
  }
  const map = (above as Json | undefined)?.M as WireItem | undefined; // wire form of a map
  const name = String(last);
  if (!map) throw invalid(NO_PATH);
  return {
    get: () => map[name],
    set(value) {
      map[name] = value;
    },
    remove: () => void delete map[name],
  };
}

function change(place: Place, section: UpdateSection, value: WireValue): void {
  const after = changed(place, section, value);
  if (after) place.set(after);
  else place.remove();
}

/** Returns the value after the change, or null if it is removed. */
function changed(place: Place, section: UpdateSection, value: WireValue): WireValue | null {
  if (section.type === "set") return value;
  if (section.type === "remove") return null;
  const type = section.attrType ?? "";
  const existing = place.get();
  if (existing !== undefined && Object.keys(existing)[0] !== type) throw invalid(WRONG_TYPE);
  if (type === "N") return numberSum(existing ?? { N: "0" }, value, 1);
  const had = elements(existing, type);
  const named = elements(value, type);
  if (section.type === "add") return { [type]: [...had, ...named.filter((one) => !had.includes(one))] };
  const left = had.filter((one) => !named.includes(one));
  return left.length > 0 ? { [type]: left } : null;
}

const elements = (set: WireValue | undefined, type: string): unknown[] => (set?.[type] ?? []) as unknown[]; // a set's wire form

function numberSum(a: WireValue, b: WireValue, sign: 1 | -1): WireValue {
  if (typeof a.N !== "string" || typeof b.N !== "string") throw invalid(WRONG_TYPE);
  const N = sumOf(a.N, b.N, sign);
  if (N === null) throw invalid(TOO_PRECISE);
  return { N };
}

function computed(operand: UpdateOperand, item: WireItem): WireValue {
  if (Array.isArray(operand)) return found(rules.mapPath(operand, item));
  if (!isOperation(operand)) return operand;
  const [first, second] = operand.args;
  if (operand.type === "add") return numberSum(computed(first, item), computed(second, item), 1);
  if (operand.type === "subtract") return numberSum(computed(first, item), computed(second, item), -1);
  if (operand.name === "if_not_exists") {
    const there = Array.isArray(first) ? rules.mapPath(first, item) : undefined;
    return there ?? computed(second, item);
  }
  const [before, behind] = [computed(first, item), computed(second, item)];
  if (!Array.isArray(before.L) || !Array.isArray(behind.L)) throw invalid(WRONG_TYPE);
  return { L: [...before.L, ...behind.L] };
}

function found(value: WireValue | undefined): WireValue {
  if (value === undefined) throw invalid(NO_ATTRIBUTE);
  return value;
}

/** Whether an operand is an operation. Values in wire form never have a member with this name. */
function isOperation(operand: UpdateOperand): operand is Extract<UpdateOperand, { args: unknown }> {
  return isObject(operand) && Array.isArray(operand.args);
}
