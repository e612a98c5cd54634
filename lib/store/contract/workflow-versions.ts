import type { NewAuditEntry } from './audit.ts';

/** The exact text that runs started with. Its id is the hash of what it holds, so saving it again changes only who did. */
export type WorkflowVersion = {
  id: string;
  workflow: string;
  name: string;
  version: string;
  source: string;
  createdAt: string;
  /** Who saved it as a file last; null when a run brought it. */
  savedBy: string | null;
};

export type WorkflowVersionStore = {
  readWorkflowVersion(id: string): Promise<WorkflowVersion | null>;
  saveWorkflowVersion(version: WorkflowVersion, audit: NewAuditEntry): Promise<void>;
  /** Newest first. */
  listWorkflowVersions(workflow: string): Promise<WorkflowVersion[]>;
};
