import { Lock } from "lucide-react";
import type { ReactNode } from "react";
import { EmptyState } from "../../ui/States.tsx";

/** Replaces an admin page for other users: explains why, and keeps its button, which explains it too. */
export function AdminsOnly({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <EmptyState icon={<Lock />} title={title} action={action}>
      {children}
    </EmptyState>
  );
}
