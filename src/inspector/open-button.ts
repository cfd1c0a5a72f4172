import styles from './open-button.module.css';

/** A small button over the app, for developers and QA only; outside React, so that no screen depends on it. */
export interface OpenButton {
  show(): void;
  hide(): void;
  isShown(): boolean;
}

/** Shows the button over the page. */
export function showOpenButton(document: Document, words: string, onPress: () => void): OpenButton {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = styles.button ?? '';
  button.textContent = words;
  button.addEventListener('click', onPress);
  document.body.append(button);
  return {
    show: () => {
      button.hidden = false;
    },
    hide: () => {
      button.hidden = true;
    },
    isShown: () => !button.hidden,
  };
}
