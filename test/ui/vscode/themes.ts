/** A theme of VS Code, as it is on the page of a notebook. */
export interface EditorTheme {
  /** Classes of the body. */
  readonly classes: string;
  /** Variables of the root, without `--vscode-`; not every theme has all. */
  readonly colors: Readonly<Record<string, string>>;
}

const FONTS = {
  'font-family': 'system-ui, sans-serif',
  'font-size': '13px',
  'editor-font-family': 'monospace',
  'editor-font-size': '14px'
};

/** Colours of VS Code's own light, dark and high-contrast themes that the renderer takes. */
export const EDITOR_THEMES = {
  light: {
    classes: 'vscode-light',
    colors: {
      ...FONTS,
      foreground: '#3b3b3b',
      'editor-background': '#ffffff',
      'editor-foreground': '#3b3b3b',
      'list-hoverBackground': 'rgba(0, 0, 0, 0.08)',
      'editorWidget-background': '#f8f8f8',
      'editorWidget-border': '#c8c8c8',
      descriptionForeground: '#3b3b3b',
      disabledForeground: 'rgba(97, 97, 97, 0.5)',
      'button-foreground': '#ffffff',
      'input-background': '#ffffff',
      'dropdown-border': '#cecece',
      focusBorder: '#005fb8',
      'textLink-foreground': '#005fb8',
      'debugTokenExpression-name': '#9b46b0',
      'debugTokenExpression-string': '#a31515',
      'debugTokenExpression-number': '#098658',
      'debugTokenExpression-boolean': '#0000ff',
      errorForeground: '#f85149',
      'editorWarning-foreground': '#bf8803',
      'editorInfo-foreground': '#0063d3',
      'charts-green': '#388a34',
      'charts-orange': '#d18616',
      'scrollbarSlider-background': 'rgba(100, 100, 100, 0.4)',
      'editor-selectionBackground': '#add6ff',
      'widget-shadow': 'rgba(0, 0, 0, 0.16)'
    }
  },
  dark: {
    classes: 'vscode-dark',
    colors: {
      ...FONTS,
      foreground: '#cccccc',
      'editor-background': '#1f1f1f',
      'editor-foreground': '#cccccc',
      'list-hoverBackground': 'rgba(255, 255, 255, 0.08)',
      'editorWidget-background': '#202020',
      'editorWidget-border': '#454545',
      descriptionForeground: '#9d9d9d',
      disabledForeground: 'rgba(204, 204, 204, 0.5)',
      'button-foreground': '#ffffff',
      'input-background': '#313131',
      'dropdown-border': '#3c3c3c',
      focusBorder: '#0078d4',
      'textLink-foreground': '#4daafc',
      'debugTokenExpression-name': '#c586c0',
      'debugTokenExpression-string': '#ce9178',
      'debugTokenExpression-number': '#b5cea8',
      'debugTokenExpression-boolean': '#4e94ce',
      errorForeground: '#f85149',
      'editorWarning-foreground': '#cca700',
      'editorInfo-foreground': '#3794ff',
      'charts-green': '#89d185',
      'charts-orange': '#d18616',
      'scrollbarSlider-background': 'rgba(121, 121, 121, 0.4)',
      'editor-selectionBackground': '#264f78',
      'widget-shadow': 'rgba(0, 0, 0, 0.36)'
    }
  },
  highContrast: {
    classes: 'vscode-high-contrast',
    colors: {
      ...FONTS,
      foreground: '#ffffff',
      contrastBorder: '#6fc3df',
      'editor-background': '#000000',
      'editor-foreground': '#ffffff',
      'editorWidget-background': '#0c141f',
      'editorWidget-border': '#6fc3df',
      descriptionForeground: 'rgba(255, 255, 255, 0.7)',
      'button-foreground': '#ffffff',
      'input-background': '#000000',
      focusBorder: '#f38518',
      'textLink-foreground': '#21a6ff',
      errorForeground: '#f48771',
      'editorInfo-foreground': '#3794ff'
    }
  },
  highContrastLight: {
    classes: 'vscode-high-contrast vscode-high-contrast-light',
    colors: {
      ...FONTS,
      foreground: '#292929',
      contrastBorder: '#0f4a85',
      'editor-background': '#ffffff',
      'editor-foreground': '#292929',
      'editorWidget-background': '#ffffff',
      'editorWidget-border': '#0f4a85',
      descriptionForeground: 'rgba(41, 41, 41, 0.7)',
      'button-foreground': '#ffffff',
      'input-background': '#ffffff',
      focusBorder: '#006bbd',
      'textLink-foreground': '#0f4a85',
      errorForeground: '#b5200d',
      'editorInfo-foreground': '#316bcd'
    }
  }
} as const satisfies Readonly<Record<string, EditorTheme>>;
