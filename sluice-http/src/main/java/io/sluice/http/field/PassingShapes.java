package io.sluice.http.field;

import java.util.List;

/** The fields of a request that passes, in every dialect: what {@link Fields} writes then, with gaps for what changes. */
final class PassingShapes {
    private final List<Quota> quotas;
    private final Quota binding;
    private final FieldShape.Collector fields = new FieldShape.Collector();

    private PassingShapes(List<Quota> quotas, Quota binding) {
        this.quotas = quotas;
        this.binding = binding;
    }

    static List<FieldShape> of(List<Preset> presets, List<Quota> quotas, Quota binding) {
        PassingShapes all = new PassingShapes(quotas, binding);
        presets.forEach(all::add);
        return all.fields.shapes();
    }

    private void add(Preset preset) {
        switch (preset) {
            case IETF -> ietf();
            case IETF_06 -> ietf06();
            case IETF_07 -> ietf07();
            case X_RATELIMIT -> xRateLimit();
            case GITHUB -> github();
            case X_DELTA -> xDelta();
            case ENVOY -> envoy();
            case KONG -> kong();
            case RETRY_AFTER_ONLY, NONE -> {}
        }
        fields.needs(null);
    }

    private void ietf() {
        fields.field("RateLimit-Policy", IetfFields.policy(quotas));
        fields.field("RateLimit", StructuredText.string(binding.name()) + ";r=", Gap.REMAINING)
                .and(";t=", Gap.USABLE)
                .last("");
    }

    private void ietf06() {
        fields.needs(Gap.RESET)
                .field("RateLimit-Limit", binding.most())
                .field("RateLimit-Remaining", Gap.REMAINING)
                .field("RateLimit-Reset", Gap.RESET);
        namelessPolicy();
    }

    private void ietf07() {
        fields.needs(Gap.RESET)
                .field("RateLimit", "limit=" + binding.most() + ", remaining=", Gap.REMAINING)
                .and(", reset=", Gap.RESET)
                .last("");
        namelessPolicy();
    }

    private void namelessPolicy() {
        String policy = IetfFields.namelessPolicy(quotas);
        if (!policy.isEmpty()) {
            fields.needs(null).field("RateLimit-Policy", policy);
        }
    }

    private void xRateLimit() {
        limitAndRemaining();
        reset(Gap.RESET_EPOCH);
    }

    private void github() {
        limitAndRemaining();
        fields.field("X-RateLimit-Used", Gap.USED);
        reset(Gap.RESET_EPOCH);
        fields.needs(null).field("X-RateLimit-Resource", binding.name());
    }

    private void xDelta() {
        limitAndRemaining();
        reset(Gap.RESET);
    }

    private void envoy() {
        fields.field("X-RateLimit-Limit", VendorFields.envoyLimit(quotas, binding))
                .field("X-RateLimit-Remaining", Gap.REMAINING);
        reset(Gap.RESET);
    }

    private void limitAndRemaining() {
        fields.field("X-RateLimit-Limit", binding.most()).field("X-RateLimit-Remaining", Gap.REMAINING);
    }

    private void reset(Gap gap) {
        fields.needs(gap).field("X-RateLimit-Reset", gap);
    }

    private void kong() {
        fields.field("RateLimit-Limit", binding.most()).field("RateLimit-Remaining", Gap.REMAINING);
        fields.needs(Gap.RESET_FROM_ONE)
                .field("RateLimit-Reset", Gap.RESET_FROM_ONE)
                .needs(null);
        KongFields.limits(quotas).forEach(field -> fields.field(field.name(), field.value()));
        String unit = KongFields.unit(binding);
        if (unit != null) {
            fields.field("X-RateLimit-Remaining-" + unit, Gap.REMAINING);
        }
    }
}
