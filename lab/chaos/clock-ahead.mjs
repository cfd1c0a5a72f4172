/** Loaded before a server: the machine's wall clock runs ahead by CLOCK_AHEAD_SECONDS. The monotonic clock is right. */
const aheadMs = Number(process.env.CLOCK_AHEAD_SECONDS ?? 0) * 1000;
const TrueDate = Date;
const wrongNow = () => TrueDate.now() + aheadMs;

globalThis.Date = class extends TrueDate {
  constructor(...args) {
    if (args.length === 0) super(wrongNow());
    else super(...args);
  }

  static now() {
    return wrongNow();
  }
};
