import { Lock } from "lucide-react";
import type { ReactNode } from "react";
import { EmptyState } from "../../ui/States.tsx";

/**
 * Shown to other users in place of an admin page. Explains why, and keeps the page's disabled button, which gives the
 * same explanation.
 */
export function AdminsOnly({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <EmptyState icon={<Lock />} title={title} action={action}>
      {children}
    </EmptyState>
  );
}
