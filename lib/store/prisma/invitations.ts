import type { InvitationRecord, InvitationStore } from '../contract/invitations.ts';
import type { Invitation, PrismaClient } from '../generated/client.ts';

const toInvitation = (row: Invitation) => ({ ...row, groups: JSON.parse(row.groups) }) as InvitationRecord;

export function invitationQueries(prisma: PrismaClient): InvitationStore {
  const isOpen = { revokedAt: null, acceptedAt: null };
  return {
    async createInvitation({ groups, ...invitation }) {
      await prisma.invitation.create({ data: { ...invitation, groups: JSON.stringify(groups) } });
    },

    async findInvitation(tokenHash) {
      const row = await prisma.invitation.findUnique({ where: { tokenHash } });
      return row && toInvitation(row);
    },

    async listInvitations() {
      const rows = await prisma.invitation.findMany({ orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], take: 200 });
      return rows.map(toInvitation);
    },

    async revokeInvitation(id, at) {
      return (await prisma.invitation.updateMany({ where: { id, ...isOpen }, data: { revokedAt: at } })).count === 1;
    },

    async acceptInvitation(id, { by, at }) {
      const data = { acceptedAt: at, acceptedBy: by };
      return (await prisma.invitation.updateMany({ where: { id, ...isOpen }, data })).count === 1;
    },
  };
}
