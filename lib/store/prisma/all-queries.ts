// Everything that Prisma's own language can say, so that it is the same on any database. What is left to each database is
// the hot path, and what needs SQL of its own.
import type { PrismaClient } from '../generated/client.ts';
import { apiTokenQueries } from './api-tokens.ts';
import { artifactQueries } from './artifacts.ts';
import { auditQueries } from './audit.ts';
import { checkpointQueries } from './checkpoints.ts';
import { deliveryQueries } from './deliveries.ts';
import { gateQueries } from './gates.ts';
import { groupQueries } from './groups.ts';
import { identityQueries } from './identities.ts';
import { invitationQueries } from './invitations.ts';
import { linkQueries } from './links.ts';
import { passkeyQueries } from './passkeys.ts';
import { personQueries } from './people.ts';
import { retentionQueries } from './retention.ts';
import { savedViewQueries } from './saved-views.ts';
import { serverApprovalQueries } from './server-approvals.ts';
import { sessionQueries } from './sessions.ts';
import { settingQueries } from './settings.ts';
import { workQueries } from './work.ts';
import { workflowVersionQueries } from './workflow-versions.ts';

export function allQueries(prisma: PrismaClient) {
  return {
    ...workQueries(prisma),
    ...retentionQueries(prisma),
    ...gateQueries(prisma),
    ...artifactQueries(prisma),
    ...checkpointQueries(prisma),
    ...workflowVersionQueries(prisma),
    ...serverApprovalQueries(prisma),
    ...deliveryQueries(prisma),
    ...linkQueries(prisma),
    ...personQueries(prisma),
    ...groupQueries(prisma),
    ...identityQueries(prisma),
    ...passkeyQueries(prisma),
    ...invitationQueries(prisma),
    ...apiTokenQueries(prisma),
    ...sessionQueries(prisma),
    ...settingQueries(prisma),
    ...savedViewQueries(prisma),
    ...auditQueries(prisma),
  };
}
