// <cuda/memory_resource>: memory of an allocator that the program brings, and what is known of it.
#pragma once

#include <concepts>
#include <cstddef>
#include <memory>
#include <tuple>
#include <type_traits>

#include <strider/check/shims/libcudacxx/stream_ref.hpp>

namespace cuda {

template <class Resource, class Property>
concept has_property = requires(const Resource& resource, Property property) { get_property(resource, property); };
template <class Property>
concept property_with_value = requires { typename Property::value_type; };
template <class Resource, class Property, class Value>
concept has_property_with = property_with_value<Property> && requires(const Resource& resource) {
    { get_property(resource, Property{}) } -> std::same_as<Value>;
};

/// A resource has the properties of the one behind it.
template <class Resource, class Upstream>
struct forward_property {
    template <class Property>
        requires has_property<Upstream, Property>
    friend constexpr decltype(auto) get_property(const Resource& resource, Property property) {
        if constexpr (property_with_value<Property>) return get_property(resource.upstream_resource(), property);
    }
};

namespace mr {

struct host_accessible {};
struct device_accessible {};

template <class Resource>
concept resource = std::equality_comparable<Resource> &&
                   requires(Resource& from, void* pointer, std::size_t bytes, std::size_t alignment) {
                       { from.allocate(bytes, alignment) } -> std::same_as<void*>;
                       { from.deallocate(pointer, bytes, alignment) } -> std::same_as<void>;
                   };
template <class Resource>
concept async_resource = resource<Resource> && requires(Resource& from, void* pointer, std::size_t bytes,
                                                        std::size_t alignment, stream_ref stream) {
    { from.allocate_async(bytes, alignment, stream) } -> std::same_as<void*>;
    { from.deallocate_async(pointer, bytes, alignment, stream) } -> std::same_as<void>;
};
template <class Resource, class... Properties>
concept resource_with = resource<Resource> && (has_property<Resource, Properties> && ...);
template <class Resource, class... Properties>
concept async_resource_with = async_resource<Resource> && (has_property<Resource, Properties> && ...);

/// A resource that is another's, of any type.
template <class... Properties>
class resource_ref {
public:
    template <class Resource>
        requires(!std::is_same_v<Resource, resource_ref> && resource_with<Resource, Properties...>)
    resource_ref(Resource& from) : resource_ref(std::addressof(from)) {}
    template <class Resource>
    resource_ref(Resource* from)
        : resource_(from),
          allocate_([](void* self, std::size_t bytes, std::size_t alignment) {
              return static_cast<Resource*>(self)->allocate(bytes, alignment);
          }),
          deallocate_([](void* self, void* pointer, std::size_t bytes, std::size_t alignment) {
              static_cast<Resource*>(self)->deallocate(pointer, bytes, alignment);
          }) {}

    void* allocate(std::size_t bytes, std::size_t alignment = alignof(std::max_align_t)) {
        return allocate_(resource_, bytes, alignment);
    }
    void deallocate(void* pointer, std::size_t bytes, std::size_t alignment = alignof(std::max_align_t)) {
        deallocate_(resource_, pointer, bytes, alignment);
    }
    bool operator==(const resource_ref& other) const { return resource_ == other.resource_; }

    template <class Property>
        requires(std::is_same_v<Property, Properties> || ...)
    friend constexpr void get_property(const resource_ref&, Property) {}

private:
    void* resource_;
    void* (*allocate_)(void*, std::size_t, std::size_t);
    void (*deallocate_)(void*, void*, std::size_t, std::size_t);
};

/// The same with calls for a stream.
template <class... Properties>
class async_resource_ref : public resource_ref<Properties...> {
public:
    template <class Resource>
        requires(!std::is_same_v<Resource, async_resource_ref> && async_resource_with<Resource, Properties...>)
    async_resource_ref(Resource& from)
        : resource_ref<Properties...>(from),
          resource_(std::addressof(from)),
          allocate_([](void* self, std::size_t bytes, std::size_t alignment, stream_ref stream) {
              return static_cast<Resource*>(self)->allocate_async(bytes, alignment, stream);
          }),
          deallocate_([](void* self, void* pointer, std::size_t bytes, std::size_t alignment, stream_ref stream) {
              static_cast<Resource*>(self)->deallocate_async(pointer, bytes, alignment, stream);
          }) {}

    void* allocate_async(std::size_t bytes, std::size_t alignment, stream_ref stream) {
        return allocate_(resource_, bytes, alignment, stream);
    }
    void* allocate_async(std::size_t bytes, stream_ref stream) {
        return allocate_async(bytes, alignof(std::max_align_t), stream);
    }
    void deallocate_async(void* pointer, std::size_t bytes, std::size_t alignment, stream_ref stream) {
        deallocate_(resource_, pointer, bytes, alignment, stream);
    }
    void deallocate_async(void* pointer, std::size_t bytes, stream_ref stream) {
        deallocate_async(pointer, bytes, alignof(std::max_align_t), stream);
    }

private:
    void* resource_;
    void* (*allocate_)(void*, std::size_t, std::size_t, stream_ref);
    void (*deallocate_)(void*, void*, std::size_t, std::size_t, stream_ref);
};

}  // namespace mr
}  // namespace cuda
// SPDX-License-Identifier: Apache-2.0
