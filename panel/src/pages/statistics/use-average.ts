import { useWords } from "../../words/use-words.ts";
import { averageOf } from "./rules.ts";

/** Returns a function that formats an average duration. */
export function useAverage(): (times: { count: number; seconds: number }) => string {
  const t = useWords("statistics");
  return (times) => {
    const average = averageOf(times);
    return average === null ? t("noTimes") : t(`average_${average.key}`, average.values);
  };
}
