import { ROLES, type Role } from "../../../core/contracts/panel/roles.ts";
import { RadioGroup } from "../ui/Choices.tsx";
import { useWords } from "../words/use-words.ts";

/** A field for choosing a role, with an explanation of each role's rights. */
export function RoleField({ value, onChange }: { value: Role; onChange: (role: Role) => void }) {
  const t = useWords("team");
  const common = useWords("common");
  return (
    <RadioGroup
      label={t("role")}
      value={value}
      onChange={(id) => onChange(ROLES.find((role) => role === id) ?? value)}
      choices={ROLES.map((id) => ({ id, label: common(`role_${id}`), hint: t(`roleHint_${id}`) }))}
    />
  );
}
