import type { NewAuditEntry } from '../contract/audit.ts';
import type { InvitationRecord, InvitationStore } from '../contract/invitations.ts';
import type { Invitation, PrismaClient } from '../generated/client.ts';
import { withAudit } from './audit.ts';

const toInvitation = (row: Invitation) => ({ ...row, groups: JSON.parse(row.groups) }) as InvitationRecord;

export function invitationQueries(prisma: PrismaClient): InvitationStore {
  const isOpen = { revokedAt: null, acceptedAt: null };
  const isDone = ({ count }: { count: number }) => count === 1;
  const close = async (id: string, data: Partial<Invitation>, audit?: NewAuditEntry) => {
    const change = { where: { id, ...isOpen }, data };
    return isDone(await withAudit(prisma, audit, (tx) => tx.invitation.updateMany(change), isDone));
  };
  return {
    async createInvitation({ groups, ...invitation }, audit) {
      const data = { ...invitation, groups: JSON.stringify(groups) };
      await withAudit(prisma, audit, (tx) => tx.invitation.create({ data }));
    },

    async findInvitation(tokenHash) {
      const row = await prisma.invitation.findUnique({ where: { tokenHash } });
      return row && toInvitation(row);
    },

    async listInvitations() {
      const rows = await prisma.invitation.findMany({ orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], take: 200 });
      return rows.map(toInvitation);
    },

    revokeInvitation: (id, at, audit) => close(id, { revokedAt: at }, audit),
    acceptInvitation: (id, { by, at }, audit) => close(id, { acceptedAt: at, acceptedBy: by }, audit),
  };
}
