/** True in a browser inside another app (Instagram, TikTok, Facebook, LINE …): most save no file, and Google refuses a sign-in there. */
export const isInApp = (): boolean =>
  /Instagram|FBA[NV]|FB_IAB|Bytedance|musical_ly|TikTok|\bLine\/|WhatsApp|MicroMessenger|Snapchat|; wv\)/i.test(
    navigator.userAgent,
  );
