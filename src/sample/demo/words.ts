import { useLocale } from '../../text/translate.ts';
import { type DemoKey, demoWords } from './texts.ts';

/** `const d = useDemoText()`; `d('code', { code: '123456' })`. */
export function useDemoText(): (key: DemoKey, values?: Readonly<Record<string, string>>) => string {
  const [locale] = useLocale();
  return (key, values = {}) =>
    demoWords[locale][key].replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
