/** The commands of this extension; `schema/plugin.json` puts them on the toolbar and in menus. */
export const CommandIDs = {
  profileCell: 'kernelscope:profile-cell',
  unprofileCell: 'kernelscope:unprofile-cell',
  profileEveryCell: 'kernelscope:profile-every-cell',
  nextProfile: 'kernelscope:next-profile'
} as const;
