import { useEffect, useState } from 'react';
import type { Theme } from '../../../contract/stored/theme.ts';
import { useText, Words } from '../../text/translate.ts';
import { chooseTheme, rememberedTheme } from '../../ui/theme.ts';
import { ChoiceSwitch } from './choice-switch.tsx';

const choices = [
  { value: 'system', label: <Words of="common.themeSystem" /> },
  { value: 'light', label: <Words of="common.themeLight" /> },
  { value: 'dark', label: <Words of="common.themeDark" /> },
] as const;

/** The themes side by side. */
export function ThemeSwitch({ onNight = false }: { readonly onNight?: boolean }) {
  const t = useText();
  // The server draws one page for all readers: what this one has chosen is known after hydration.
  const [theme, setTheme] = useState<Theme>('system');
  useEffect(() => setTheme(rememberedTheme()), []);
  return (
    <ChoiceSwitch
      legend={t('common.theme')}
      choices={choices}
      chosen={theme}
      onChoose={(value) => {
        chooseTheme(value);
        setTheme(value);
      }}
      onNight={onNight}
    />
  );
}
