import { Lock } from "lucide-react";
import type { ReactNode } from "react";
import { EmptyState } from "../../ui/States.tsx";

/** Shown in place of a page for admins when somebody else looks: why, and its button, which says so, too. */
export function AdminsOnly({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <EmptyState icon={<Lock />} title={title} action={action}>
      {children}
    </EmptyState>
  );
}
