// For tests: what a hostile command tries from behind the wall. Each prints `broken` where it comes through, or the secret; it
// would do no harm to this machine if it did.

export const broken = 'BROKEN OUT';
// Not in the text of the command itself, which it may read.
const tell = "printf 'BROKEN%s' ' OUT'";
const works = `&& ${tell}`;

export type Attacked = {
  /** The data directory; it holds the secret as `owner-token`, and the run `two` beside the run `one` that attacks. */
  data: string;
  /** The console's process. */
  pid: number;
  /** A socket of the machine that tells the secret. */
  socket: string;
};

const attach = process.arch === 'arm64' ? 117 : 101;
const speak = (socket: string) =>
  `node -e "require('net').connect('${socket}').on('data', d => console.log(String(d))).on('error', () => {})"`;

export const breakouts: [name: string, script: (attacked: Attacked) => string][] = [
  ['the environment of every process', () => "cat /proc/*/environ /proc/$PPID/environ | tr '\\0' '\\n'; ps eaux"],
  ['other processes', () => `test $(ls /proc | grep -cE '^[0-9]+$') -lt 9 || ${tell}`],
  [
    'the console’s process',
    ({ pid }) => `ls /proc/${pid}/fd ${works}; cat /proc/${pid}/cmdline; kill -0 ${pid} ${works}`,
  ],
  ['tracing the console', ({ pid }) => `perl -e 'exit(syscall(${attach}, 16, ${pid}, 0, 0) == 0 ? 0 : 1)' ${works}`],
  [
    'the data directory',
    ({ data }) => `ls -A ${data} | grep -vx runs ${works}; cat ${data}/owner-token; ls ${data}/wall ${works}`,
  ],
  [
    'another run’s workspace',
    ({ data }) => `ls ${data}/runs/w/two ${works}; cat ${data}/runs/w/two/workspace/theirs.txt`,
  ],
  ['.. of the workspace', () => 'cat ../../two/workspace/theirs.txt ../../../../owner-token'],
  ['a symbolic link', ({ data }) => `ln -sf ${data}/owner-token l; cat l; ln -sfn ${data} d; cat d/owner-token`],
  ['a hard link', ({ data }) => `ln ${data}/owner-token h ${works}; cat h; ln /etc/passwd p ${works}`],
  ['the root of a process', ({ data }) => `cat /proc/1/root${data}/owner-token /proc/self/root/..${data}/owner-token`],
  [
    'the folder of a process',
    () => 'cat /proc/1/cwd/owner-token; ls /proc/1/cwd/../root /proc/*/cwd/boot /proc/*/root/boot',
  ],
  [
    'open descriptors',
    () => `for f in /proc/self/fd/*; do ls $f/ && test "$(readlink $f)" != /proc/self/fd && cat $f/owner-token; done`,
  ],
  ['a child in the background', ({ data }) => `(setsid sh -c 'sleep 0.1; cat ${data}/owner-token' &); sleep 0.3`],
  ['a socket of the machine', ({ socket }) => speak(socket)],
  ['sockets in /run', () => `ls /run ${works}; ls /var/run ${works}`],
  [
    'other users’ homes',
    () => `ls -A /root/.ssh ${works}; cat /root/.profile ${works}; ls -A /home | grep -vx gatehouse-run ${works}`,
  ],
  [
    '/etc/shadow',
    () =>
      `cat /etc/shadow ${works}; cat /etc/shadow- ${works}; cat /etc/gshadow ${works}; grep -q daemon /etc/passwd ${works}`,
  ],
  ['making a mount writable', () => `mount -o remount,rw /usr ${works}; mount -o remount,bind,rw / ${works}`],
  ['mounting something', () => `mkdir -p m; mount -t tmpfs none m ${works}; mount -t proc proc m ${works}`],
  ['making a device', () => `mknod disk b 8 0 ${works}; mknod memory c 1 1 ${works}`],
  [
    'a setting of the kernel',
    () => `cat /proc/sys/kernel/hostname > h; cat h > /proc/sys/kernel/hostname ${works}; hostname $(cat h) ${works}`,
  ],
  ['asking the machine for something', () => `echo h > /proc/sysrq-trigger ${works}`],
  ['the memory of the kernel', () => `head -c 1 /proc/kcore ${works}; head -c 1 /dev/mem ${works}; dmesg ${works}`],
  ['more namespaces', () => `unshare -U true ${works}; unshare -m true ${works}; nsenter -t 1 -m true ${works}`],
  ['another user', () => `setpriv --reuid 1 true ${works}; setpriv --reuid 65533 true ${works}; su -c true ${works}`],
  [
    'rights',
    () =>
      `grep -E '^Cap' /proc/self/status | grep -vE ':[[:space:]]*0+$' ${works}; grep -q 'NoNewPrivs:.*1' /proc/self/status || ${tell}`,
  ],
  ['what is shown to all', () => `touch /usr /etc / ${works}; : >> /etc/passwd ${works}; : >> /usr/bin/env ${works}`],
  ['shared memory of others', () => `test -z "$(ls -A /dev/shm)" || ${tell}; test $(ipcs -m | wc -l) -lt 5 || ${tell}`],
];
