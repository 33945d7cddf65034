package io.sluice.cli.rules;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code 256m}, as in {@code -Xmx256m}. */
final class HeapSize implements ITypeConverter<Long> {
    private static final Pattern FORM = Pattern.compile("([0-9]{1,12})([kmgt]?)b?");
    private static final String UNITS = "kmgt";

    @Override
    public Long convert(String text) {
        Matcher form = FORM.matcher(text.toLowerCase(Locale.ROOT));
        if (!form.matches()) {
            throw new TypeConversionException("'" + text + "' is no size; write 256m or 4g");
        }
        int unit = UNITS.indexOf(form.group(2).isEmpty() ? "?" : form.group(2)) + 1;
        return Long.parseLong(form.group(1)) << (10 * unit);
    }
}
