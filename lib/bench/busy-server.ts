export const busyServer = async () => [];
