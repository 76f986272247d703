import { useWords } from "../../words/use-words.ts";
import css from "./JsonTree.module.css";
import { visibleText } from "./visible-text.ts";

/** The number of levels expanded initially. */
const OPEN_LEVELS = 2;

/** Shows parsed JSON as a collapsible tree. All values are rendered as plain text, regardless of their content. */
export function JsonTree({ value, name, level = 0 }: { value: unknown; name?: string; level?: number }) {
  const t = useWords("deliveries");
  if (typeof value !== "object" || value === null) return <Leaf name={name} value={value} />;
  const entries = Object.entries(value);
  if (entries.length === 0) return <Leaf name={name} value={value} />;
  const isList = Array.isArray(value);
  return (
    <details className={css.node} open={level < OPEN_LEVELS}>
      <summary className={css.summary}>
        {name === undefined ? null : <span className={css.name}>{visibleText(name)}</span>}
        <span className={css.count}>
          {isList ? "[" : "{"} {t("json", { count: entries.length })} {isList ? "]" : "}"}
        </span>
      </summary>
      <ul role="list" className={css.children}>
        {entries.map(([key, child]) => (
          <li key={key}>
            <JsonTree name={key} value={child} level={level + 1} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function Leaf({ name, value }: { name: string | undefined; value: unknown }) {
  const kind = value === null ? "nothing" : typeof value;
  return (
    <span className={css.leaf}>
      {name === undefined ? null : <span className={css.name}>{visibleText(name)}</span>}
      <bdi dir="auto" className={kind === "string" ? css.text : css.value}>
        {visibleText(JSON.stringify(value))}
      </bdi>
    </span>
  );
}
