import { Lock } from "lucide-react";
import type { ReactNode } from "react";
import { EmptyState } from "../../ui/States.tsx";

/**
 * Shown in place of an admin page to users who aren't admins. Explains why, and keeps the page's disabled button, which
 * gives the same explanation.
 */
export function AdminsOnly({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <EmptyState icon={<Lock />} title={title} action={action}>
      {children}
    </EmptyState>
  );
}
