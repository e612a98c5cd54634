/** The exact text that runs started with. Its id is the hash of what it holds, so saving it again changes nothing. */
export type WorkflowVersion = {
  id: string;
  workflow: string;
  name: string;
  version: string;
  source: string;
  createdAt: string;
};

export type WorkflowVersionStore = {
  readWorkflowVersion(id: string): Promise<WorkflowVersion | null>;
  saveWorkflowVersion(version: WorkflowVersion): Promise<void>;
  /** Newest first. */
  listWorkflowVersions(workflow: string): Promise<WorkflowVersion[]>;
};
