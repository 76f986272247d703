import type { Claim, Condition, Key, Range, Write } from "../store/table.ts";

/**
 * Builds the expressions of one request. Names and values are always passed as placeholders, so no field or value can
 * inject syntax.
 */
export class ExpressionBuilder {
  readonly #names = new Map<string, string>();
  readonly #values = new Map<string, unknown>();

  attributes() {
    return {
      ...(this.#names.size > 0 && {
        ExpressionAttributeNames: Object.fromEntries(
          [...this.#names].map(([name, placeholder]) => [placeholder, name]),
        ),
      }),
      ...(this.#values.size > 0 && { ExpressionAttributeValues: Object.fromEntries(this.#values) }),
    };
  }

  condition(condition: Condition | undefined): string | undefined {
    if (!condition || condition.length === 0) return undefined;
    return condition.map((claim) => this.#claim(claim)).join(" AND ");
  }

  update(write: Extract<Write, { update: Key }>): string {
    const parts: string[] = [];
    const set = Object.entries(write.set ?? {}).filter(([, value]) => value !== undefined);
    if (set.length > 0) parts.push(`SET ${set.map(([k, v]) => `${this.#name(k)} = ${this.#value(v)}`).join(", ")}`);
    const add = Object.entries(write.add ?? {});
    if (add.length > 0) parts.push(`ADD ${add.map(([k, v]) => `${this.#name(k)} ${this.#value(v)}`).join(", ")}`);
    if (write.remove && write.remove.length > 0) {
      parts.push(`REMOVE ${write.remove.map((k) => this.#name(k)).join(", ")}`);
    }
    return parts.join(" ");
  }

  keyCondition(pkName: string, skName: string, range: Range): string {
    const pk = `${this.#name(pkName)} = ${this.#value(range.pk)}`;
    const sk = () => this.#name(skName);
    const bounds = betweenBounds(range);
    // DynamoDB allows only one condition on the sort key, so two bounds become BETWEEN two exact bounds.
    if (bounds) return `${pk} AND ${sk()} BETWEEN ${this.#value(bounds.from)} AND ${this.#value(bounds.to)}`;
    if (range.prefix !== undefined) return `${pk} AND begins_with(${sk()}, ${this.#value(range.prefix)})`;
    if (range.after !== undefined) return `${pk} AND ${sk()} > ${this.#value(range.after)}`;
    if (range.from !== undefined) return `${pk} AND ${sk()} >= ${this.#value(range.from)}`;
    if (range.before !== undefined) return `${pk} AND ${sk()} < ${this.#value(range.before)}`;
    if (range.to !== undefined) return `${pk} AND ${sk()} <= ${this.#value(range.to)}`;
    return pk;
  }

  #claim(claim: Claim): string {
    if ("item" in claim) return `attribute_${claim.item === "exists" ? "exists" : "not_exists"}(${this.#name("pk")})`;
    if ("is" in claim)
      return `attribute_${claim.is === "present" ? "exists" : "not_exists"}(${this.#name(claim.field)})`;
    if ("op" in claim) {
      const comparison = `${this.#name(claim.field)} ${claim.op} ${this.#value(claim.value)}`;
      // DynamoDB treats a missing field as unequal to everything, but in our store a claim about a missing field is
      // false. The claim needs no parentheses: claims are joined by AND, and DynamoDB rejects redundant parentheses.
      return claim.op === "<>" ? `attribute_exists(${this.#name(claim.field)}) AND ${comparison}` : comparison;
    }
    return `(${claim.anyOf.map((all) => `(${all.map((one) => this.#claim(one)).join(" AND ")})`).join(" OR ")})`;
  }

  #name(name: string): string {
    const known = this.#names.get(name);
    if (known) return known;
    const placeholder = `#n${this.#names.size}`;
    this.#names.set(name, placeholder);
    return placeholder;
  }

  #value(value: unknown): string {
    const placeholder = `:v${this.#values.size}`;
    this.#values.set(placeholder, value);
    return placeholder;
  }
}

/** Returns the exact bounds, both inclusive, of a range with two bounds; null for a range that needs only one. */
function betweenBounds({ prefix, after, from, before, to }: Range): { from: string; to: string } | null {
  const lower = after !== undefined ? justAfter(after) : from;
  const upper = before !== undefined ? justBefore(before) : to;
  if (prefix === undefined) return lower !== undefined && upper !== undefined ? { from: lower, to: upper } : null;
  return lower !== undefined || upper !== undefined ? { from: lower ?? prefix, to: upper ?? `${prefix}\uffff` } : null;
}

/**
 * Whether a range ends before it begins, so it contains nothing. DynamoDB rejects a query for such a range instead of
 * finding nothing. Bounds end up in that order when one of them comes from another clock or from an earlier setting.
 */
export function isReversed(range: Range): boolean {
  const bounds = betweenBounds(range);
  return bounds !== null && Buffer.compare(Buffer.from(bounds.from), Buffer.from(bounds.to)) > 0;
}

/** Returns the smallest string greater than `text`. */
const justAfter = (text: string) => `${text}\u0000`;
/** Returns a string that sorts just before `text`. Our sort keys are ASCII, so no key sorts between the two. */
const justBefore = (text: string) =>
  `${text.slice(0, -1)}${String.fromCharCode(text.charCodeAt(text.length - 1) - 1)}\uffff`;
