const owner = { id: 'owner', name: 'owner', email: null, role: 'administrator' as const, groups: [] };

/** Who starts and answers: the owner's token, as a program would. */
export const actor = { name: 'bench', person: owner, via: 'token' as const, door: 'api' as const };
