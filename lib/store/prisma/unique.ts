/** False when another row has a value that only one may have; what else goes wrong is thrown. */
export async function unlessTaken(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    if (isTaken(error)) return false;
    throw error;
  }
}

function isTaken(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: string; cause?: unknown };
  return code === 'P2002' || (cause !== undefined && isTaken(cause));
}
