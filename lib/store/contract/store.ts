// The contract of a store, put together from its families: what every database must do for the engine. Whoever needs one
// family names that one.
import type { ApiTokenStore } from './api-tokens.ts';
import type { ArtifactStore } from './artifacts.ts';
import type { AuditStore } from './audit.ts';
import type { CheckpointStore } from './checkpoints.ts';
import type { CommitStore } from './commits.ts';
import type { DeliveryStore } from './deliveries.ts';
import type { EventStore } from './events.ts';
import type { FigureStore } from './figures.ts';
import type { GateStore } from './gates.ts';
import type { GroupStore } from './groups.ts';
import type { IdentityStore } from './identities.ts';
import type { InvitationStore } from './invitations.ts';
import type { LinkStore } from './links.ts';
import type { PasskeyStore } from './passkeys.ts';
import type { PersonStore } from './people.ts';
import type { RetentionStore } from './retention.ts';
import type { RunStore } from './runs.ts';
import type { SavedViewStore } from './saved-views.ts';
import type { ServerApprovalStore } from './server-approvals.ts';
import type { SessionStore } from './sessions.ts';
import type { SettingStore } from './settings.ts';
import type { SnapshotStore } from './snapshots.ts';
import type { WorkStore } from './work.ts';
import type { WorkflowVersionStore } from './workflow-versions.ts';

export type Store = CommitStore &
  RunStore &
  FigureStore &
  SavedViewStore &
  WorkStore &
  RetentionStore &
  EventStore &
  SnapshotStore &
  CheckpointStore &
  GateStore &
  ArtifactStore &
  WorkflowVersionStore &
  ServerApprovalStore &
  DeliveryStore &
  LinkStore &
  AuditStore &
  PersonStore &
  GroupStore &
  IdentityStore &
  PasskeyStore &
  InvitationStore &
  ApiTokenStore &
  SessionStore &
  SettingStore & {
    /** Whether what it writes is still found where it was opened. */
    isInPlace(): Promise<boolean>;
    close(): Promise<void>;
  };
