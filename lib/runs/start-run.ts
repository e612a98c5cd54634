// Starts a run: the file, the inputs and what the workflow requires are checked, the exact text is kept, and only then does
// anything exist.

import { createHash, randomBytes } from 'node:crypto';
import { runDirectory, workspaceDirectory } from '../clients/files/files.ts';
import { pinAll, pinFromWorkspace } from '../clients/files/pinned-instructions.ts';
import { workspaceFiles } from '../clients/files/workspace-files.ts';
import type { Console, Needs } from '../console/console.ts';
import type { EventOf } from '../engine/events.ts';
import { applyEvent } from '../engine/fold/apply-event.ts';
import { progressOf } from '../engine/progress.ts';
import { scopeAt } from '../engine/scope.ts';
import type { RunState } from '../engine/state.ts';
import { AppError, messageOf } from '../errors.ts';
import { assertMayStart } from '../people/access.ts';
